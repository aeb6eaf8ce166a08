import { may, type Permission } from '@backoffice/contract/access'
import type { AccessChangeRequest } from '@backoffice/contract/endpoints/explain'
import { useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { FormError } from '../kit/form/form-error.ts'
import type { RuleFormOptions, Values } from '../kit/form/rule-form.ts'
import { useRuleForm } from '../kit/form/use-rule-form.ts'
import { performWrite } from '../kit/record/write.ts'
import { ApiError } from '../net/api-error.ts'
import { useUser } from '../session/store.ts'
import { refreshAccess } from './access-queries.ts'
import { useImpact } from './use-impact.ts'

/** A user, role or policy. */
export type AccessRecord = {
  id: string
  version: number
  updated_at: string
  updated_by: { name: string } | null
}

export type AccessFormOptions<Record extends AccessRecord, V extends Values> = {
  /** As it was read last. */
  record: Record
  /** To save. */
  permission: Permission
  fields: RuleFormOptions<V>['fields']
  nameOf: (record: Record) => string
  valuesOf: (record: Record) => V
  /** What is changed about access; undefined for other changes. */
  changeOf: (id: string, before: V, values: V) => AccessChangeRequest | undefined
  /** Sends what differs; undefined when nothing does. */
  save: (
    base: { id: string; version: number },
    before: V,
    values: V,
    impact: { impact_version?: string },
  ) => Promise<Record> | undefined
  store: (record: Record) => void
  onSaved: () => void
}

const STILL_WORKING =
  'What saving changes is still being worked out. Look at it once it is shown, then save again.'
const CHANGED_SINCE =
  'Somebody changed access in the meantime, so saving would do something else than was shown. What it does now is shown: look at it again, then save.'
const MERGED = 'Both changes are in the form now. Look at what saving changes, then save.'

/**
 * The form of a record whose change may give or take access. It is saved with the version of the record and with that of
 * the impact that was shown. What is read while it is open never replaces what was typed.
 */
export function useAccessForm<Record extends AccessRecord, V extends Values>(
  options: AccessFormOptions<Record, V>,
) {
  const { record, permission, fields, nameOf, valuesOf, changeOf, store, onSaved } = options
  const mayUpdate = may(useUser(), permission)
  // Taken away while it is open, what was typed stays: only saving is denied.
  const [wasPermitted, setPermitted] = useState(mayUpdate)
  if (mayUpdate && !wasPermitted) setPermitted(true)
  // The version that the changes are made to.
  const [base, setBase] = useState(record)
  const [theirs, setTheirs] = useState<Record>()
  const [isMerged, setMerged] = useState(false)
  const before = valuesOf(base)
  const form = useRuleForm<V>({ fields, values: before, submit, saved: onSaved })
  // The values of a form have its names.
  const values = Object.fromEntries(Object.keys(before).map((name) => [name, form.watch(name)])) as V
  const impact = useImpact(changeOf(base.id, before, values))

  async function submit(entered: V): Promise<void> {
    setMerged(false)
    const isAccessChanged = changeOf(base.id, before, entered) !== undefined
    if (isAccessChanged && !impact?.isCurrent) throw new FormError(STILL_WORKING)
    const shown = isAccessChanged && impact?.impact
    try {
      const saving = options.save(
        base,
        before,
        entered,
        shown ? { impact_version: shown.impact_version } : {},
      )
      if (!saving) return
      await performWrite(
        {
          run: () => saving,
          done: (saved) => `${nameOf(saved)} saved`,
          refresh: refreshAccess,
          onDone: store,
        },
        undefined,
      )
    } catch (error) {
      throw toFormError(error)
    }
  }

  /** A conflict is shown by itself, everything else by the form. */
  function toFormError(error: unknown): unknown {
    setTheirs(undefined)
    if (!(error instanceof ApiError)) return error
    if (error.code === 'impact_changed') {
      impact?.refetch()
      return new FormError(CHANGED_SINCE)
    }
    if (error.code !== 'version_conflict' || error.current === undefined) return error
    // The reply to a conflict is the record as it is now.
    setTheirs(error.current as Record)
    return new FormError('')
  }

  /** Starts again from a version, with other values or with its own. */
  function rebase(onto: Record, wanted = valuesOf(onto)): void {
    flushSync(() => {
      setTheirs(undefined)
      setMerged(false)
      setBase(onto)
      form.reset(valuesOf(onto))
    })
    for (const name of Object.keys(wanted)) form.set(name, wanted[name] as V[string])
  }

  /** Saves merged values, unless they change access: then what that does is to be seen first. */
  function take(onto: Record, result: V): void {
    rebase(onto, result)
    if (changeOf(onto.id, valuesOf(onto), result)) setMerged(true)
    else form.element.ref.current?.requestSubmit()
  }

  const isStale = record.version > base.version
  const follow = useEffectEvent(() => rebase(record))
  useEffect(() => {
    // Outside of the effect, because it renders.
    if (isStale && !form.dirty && !form.busy) queueMicrotask(() => follow())
  }, [isStale, form.dirty, form.busy])

  return {
    form,
    isReadOnly: !wasPermitted,
    base,
    before,
    values,
    impact,
    /** What somebody else saved meanwhile, once it is to be merged. */
    theirs,
    /** A newer version than the form is based on, which is not shown yet. */
    newer: isStale && form.dirty && !form.busy && !theirs ? record : undefined,
    merged: isMerged ? MERGED : undefined,
    showTheirs: setTheirs,
    rebase,
    take,
  }
}
