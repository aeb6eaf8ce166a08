import type { Permission } from '@backoffice/contract/access'
import type { AccessChangeRequest, Impact } from '@backoffice/contract/endpoints/explain'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { FormError } from '../kit/form/form-error.ts'
import type { RuleFormOptions, Values } from '../kit/form/rule-form.ts'
import { useVersionedForm } from '../kit/record/use-versioned-form.ts'
import type { Versioned } from '../kit/record/versioned-form.ts'
import { ApiError } from '../net/api-error.ts'
import { impactQuery, refreshAccess } from './access-queries.ts'

/** A user, role or policy. */
export type AccessRecord = Versioned & { updated_by: { name: string } | null }

/** The versions of the record and of the impact that the user saw. */
export type SeenVersions = { version: number; impact_version?: string }

type Options<R extends AccessRecord, V extends Values, Changes extends object> = {
  /** As it was read last. */
  record: R
  /** To save. */
  permission: Permission
  fields: RuleFormOptions<V>['fields']
  nameOf: (record: R) => string
  valuesOf: (record: R) => V
  /** The change of access; undefined for other changes. */
  changeOf: (id: string, before: V, values: V) => AccessChangeRequest | undefined
  /** The part of an update that differs; undefined when nothing does. */
  changesOf: (before: V, values: V) => Changes | undefined
  /** The call. */
  update: (id: string, body: Changes & SeenVersions) => Promise<R>
  store: (record: R) => void
  onSaved: () => void
}

const STILL_WORKING =
  'What saving changes is still being worked out. Look at it once it is shown, then save again.'
const CHANGED_SINCE =
  'Somebody changed access in the meantime, so saving would do something else than was shown. What it does now is shown: look at it again, then save.'

/**
 * The form of a record whose change may give or take access. It is saved with the version of the record and with that of
 * the impact that was shown.
 */
export function useAccessForm<R extends AccessRecord, V extends Values, Changes extends object>({
  fields,
  nameOf,
  changeOf,
  changesOf,
  update,
  onSaved,
  ...options
}: Options<R, V, Changes>) {
  const { record, valuesOf } = options
  const versioned = useVersionedForm<R, V, Changes & SeenVersions>({
    ...options,
    fields: () => fields,
    changeOf(values, base) {
      const before = valuesOf(base)
      const isAccessChanged = changeOf(base.id, before, values) !== undefined
      if (isAccessChanged && !impact?.isCurrent) throw new FormError(STILL_WORKING)
      const changes = changesOf(before, values)
      const shown = isAccessChanged && impact?.impact
      return (
        changes && {
          ...changes,
          version: base.version,
          ...(shown && { impact_version: shown.impact_version }),
        }
      )
    },
    run: (changes) => update(record.id, changes),
    done: (saved) => `${nameOf(saved)} saved`,
    refresh: refreshAccess,
    refused: (error) => {
      if (!(error instanceof ApiError) || error.code !== 'impact_changed') return error
      impact?.refetch()
      return new FormError(CHANGED_SINCE)
    },
    // The impact of merged values is shown before they are saved.
    isReviewed: (onto, values) => changeOf(onto.id, valuesOf(onto), values) !== undefined,
    saved: onSaved,
  })
  const { base, before } = versioned
  const values = versioned.values()
  const impact: ImpactState | undefined = useImpact(changeOf(base.id, before, values))
  return { ...versioned, values, impact }
}

/** Several boxes ticked in a row send one request. */
const PAUSE_MS = 250

export type ImpactState = {
  /** Impact of the current change; while that loads, of the one before. */
  impact: Impact | undefined
  /** True for the impact of the current change: only then may it be saved. */
  isCurrent: boolean
  error: Error | null
  isFetching: boolean
  refetch: () => void
}

/** Impact of saving a change of access; undefined without one. */
function useImpact(change: AccessChangeRequest | undefined): ImpactState | undefined {
  const key = change && JSON.stringify(change)
  const [settled, setSettled] = useState(change)
  const settledKey = settled && JSON.stringify(settled)
  // biome-ignore lint/correctness/useExhaustiveDependencies: of a change only its content counts
  useEffect(() => {
    if (key === settledKey) return
    const timer = setTimeout(() => setSettled(change), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [key, settledKey])
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    // Without a change nothing is requested.
    ...impactQuery(settled ?? NOTHING),
    enabled: change !== undefined && settled !== undefined,
    placeholderData: keepPreviousData,
  })
  if (!change) return undefined
  const isSettled = key === settledKey
  return {
    impact: data,
    isCurrent: isSettled && data !== undefined && !isPlaceholderData && !isFetching && !error,
    error: isSettled ? error : null,
    isFetching: !isSettled || isFetching,
    refetch: () => void refetch(),
  }
}

const NOTHING: AccessChangeRequest = { kind: 'policy', id: '', statements: [] }
