import type { Permission } from '@backoffice/contract/access'
import type { AccessChangeRequest, Impact } from '@backoffice/contract/explain'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { FormError } from '../../kit/form/form-error.ts'
import type { RuleFormOptions, Values } from '../../kit/form/rule-form.ts'
import { useVersionedForm, type VersionedRecord } from '../../kit/record/use-versioned-form.ts'
import { ApiError } from '../../net/api-error.ts'
import { impactQuery, refreshAccess } from './access-queries.ts'

/** A user, role or policy. */
export type AccessRecord = VersionedRecord & { updated_by: { name: string } | null }

/** The versions of the record and of the impact that the user saw. */
export type SeenVersions = { version: number; impact_version?: string }

type Options<R extends AccessRecord, V extends Values, Changes extends object> = {
  /** The latest record. */
  record: R
  /** The permission to save. */
  permission: Permission
  fields: RuleFormOptions<V>['fields']
  nameOf: (record: R) => string
  valuesOf: (record: R) => V
  /** The change of access; undefined for other changes. */
  changeOf: (id: string, before: V, values: V) => AccessChangeRequest | undefined
  /** Changed values for the update; undefined without a change. */
  changesOf: (before: V, values: V) => Changes | undefined
  update: (id: string, body: Changes & SeenVersions) => Promise<R>
  store: (record: R) => void
  onSaved: () => void
}

const STILL_WORKING = 'The impact is still being calculated. Check it when it appears, then save again.'
const CHANGED_SINCE =
  'Another user changed access in the meantime, so the impact has changed. Check the new impact, then save.'

/**
 * The form of a record that affects access. Saving sends the versions of the record and of the displayed impact.
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
    successText: (saved) => `${nameOf(saved)} saved`,
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

/** Bundles quick successive changes into one request. */
const PAUSE_MS = 250

export type ImpactState = {
  /** Impact of the current change; while it loads, of the previous change. */
  impact: Impact | undefined
  /** True for the impact of the current change; saving requires it. */
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the content of the change counts
  useEffect(() => {
    if (key === settledKey) return
    const timer = setTimeout(() => setSettled(change), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [key, settledKey])
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    // Disabled without a change.
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
