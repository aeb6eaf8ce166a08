import type { AccessChangeRequest } from '@backoffice/contract/endpoints/explain'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { FormError } from '../kit/form/form-error.ts'
import type { RuleFormOptions, Values } from '../kit/form/rule-form.ts'
import { useRuleForm } from '../kit/form/use-rule-form.ts'
import { ApiError } from '../net/api-error.ts'
import { impactQuery } from './access-queries.ts'

type Editor<Row, V extends Values> = {
  row: Row
  fields: RuleFormOptions<V>['fields']
  valuesOf: (row: Row) => V
  /** What saving these values would do to others' access; undefined when nothing of it changes. */
  changeOf: (base: Row, values: V) => AccessChangeRequest | undefined
  /** Saves on top of `base`. */
  save: (base: Row, values: V, impactVersion: string | undefined) => Promise<void>
  saved: () => void
}

const STILL_WORKING = 'What this changes is still being worked out. Save again in a moment.'
const CHANGED_SINCE =
  'What this changes is different now, because somebody changed access in the meantime. Look at it again, then save.'

/**
 * The editing of a role or a policy, which others may save meanwhile: the form, the impact of what it says, and the
 * version of the others when there is one. What was entered is never lost.
 */
export function useEditor<Row, V extends Values>({
  row,
  fields,
  valuesOf,
  changeOf,
  save,
  saved,
}: Editor<Row, V>) {
  // The version that the changes are made to.
  const [base, setBase] = useState(row)
  const [theirs, setTheirs] = useState<Row>()
  const before = valuesOf(base)
  const form = useRuleForm<V>({ fields, values: before, submit, saved })
  // The names are those of the values.
  const names = Object.keys(before) as (keyof V & string)[]
  const values = Object.fromEntries(names.map((name) => [name, form.watch(name)])) as V
  const change = changeOf(base, values)
  const impact = useQuery({
    // A disabled query asks nothing: any change gives it its key.
    ...impactQuery(change ?? { kind: 'policy', id: '', statements: [] }),
    enabled: change !== undefined,
  })

  async function submit(entered: V): Promise<void> {
    if (changeOf(base, entered) && !impact.data) throw new FormError(STILL_WORKING)
    try {
      await save(base, entered, changeOf(base, entered) && impact.data?.impact_version)
    } catch (error) {
      throw toFormError(error)
    }
  }

  /** A conflict is shown by itself, everything else by the form. */
  function toFormError(error: unknown): unknown {
    setTheirs(undefined)
    if (!(error instanceof ApiError)) return error
    if (error.code === 'impact_changed') {
      void impact.refetch()
      return new FormError(CHANGED_SINCE)
    }
    if (error.code !== 'version_conflict' || error.current === undefined) return error
    // The reply to a conflict is the record as it is now.
    setTheirs(error.current as Row)
    return new FormError('')
  }

  /** Goes on from the version of the others, with their values or with those entered here. */
  function goOnFrom(row: Row, wanted: V) {
    flushSync(() => {
      setTheirs(undefined)
      setBase(row)
      form.reset(valuesOf(row))
    })
    for (const name of names) form.set(name, wanted[name])
  }

  return {
    form,
    before,
    impact: change ? impact : undefined,
    theirs: theirs && {
      row: theirs,
      values: valuesOf(theirs),
      take: () => goOnFrom(theirs, valuesOf(theirs)),
      keep: () => goOnFrom(theirs, values),
    },
  }
}

export function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((each) => other.includes(each))
}
