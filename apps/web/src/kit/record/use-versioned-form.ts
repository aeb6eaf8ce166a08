import { may, type Permission } from '@backoffice/contract/access'
import { useEffect, useEffectEvent, useReducer, useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiError } from '../../net/api-error.ts'
import { serverNowMs } from '../../net/server-clock.ts'
import { useUser } from '../../session/store.ts'
import { FormError } from '../form/form-error.ts'
import type { RuleFormOptions, Values } from '../form/rule-form.ts'
import { useRuleForm } from '../form/use-rule-form.ts'
import { useWrite, type Write } from '../form/use-write.ts'

type Options<R extends VersionedRecord, V extends Values, Change> = Pick<
  Write<Change, R>,
  'run' | 'successText' | 'refresh'
> & {
  /** The latest record. */
  record: R
  /** The permission to save. */
  permission: Permission
  valuesOf: (record: R) => V
  fields: (base: R, isReadOnly: boolean) => RuleFormOptions<V>['fields']
  /** The change to send; undefined without a change. Throws a `FormError` if it must not be sent yet. */
  changeOf: (values: V, base: R) => Change | undefined | Promise<Change | undefined>
  store: (record: R) => void
  /** Error to show for a refusal other than a conflict. */
  refused?: (error: unknown) => unknown
  /** True if the user must see merged values before they are saved. */
  isReviewed?: (onto: R, values: V) => boolean
  saved: () => void
}

/** The form of a versioned record. A newer version never replaces the user's input. Both are merged. */
export function useVersionedForm<R extends VersionedRecord, V extends Values, Change>({
  record,
  permission,
  valuesOf,
  fields,
  changeOf,
  refused = (error) => error,
  isReviewed = () => false,
  saved,
  ...write
}: Options<R, V, Change>) {
  const mayUpdate = may(useUser(), permission)
  // If the permission is lost while the form is open, the input stays and only saving is denied.
  const [wasPermitted, setPermitted] = useState(mayUpdate)
  if (mayUpdate && !wasPermitted) setPermitted(true)
  const [state, dispatch] = useReducer(afterEvent<R>, undefined, () => opened(record, serverNowMs()))
  const { base, theirs } = state
  const { send } = useWrite(write)
  const form = useRuleForm<V>({
    fields: fields(base, !wasPermitted),
    values: valuesOf(base),
    submit: saveChanges,
    saved,
    sent: saved,
  })

  async function saveChanges(values: V): Promise<void> {
    dispatch({ type: 'submitted' })
    const change = await changeOf(values, base)
    if (change === undefined) return
    try {
      await send(change)
    } catch (error) {
      throw toFormError(error)
    }
  }

  /** Conflicts open the dialog; the form shows all other errors. */
  function toFormError(error: unknown): unknown {
    dispatch({ type: 'put-aside' })
    if (!(error instanceof ApiError) || error.code !== 'version_conflict' || error.current === undefined)
      return refused(error)
    // The reply to a conflict has the current record.
    const current = error.current as R
    write.store(current)
    dispatch({ type: 'compared', theirs: current })
    return new FormError('')
  }

  /** Rebases the form on a version, with its values or with merged ones. */
  function rebase(onto: R, wanted?: V, isMerged = false): void {
    const start = valuesOf(onto)
    flushSync(() => {
      dispatch({ type: 'rebased', onto, atMs: serverNowMs(), isMerged })
      form.reset(start)
    })
    for (const name of Object.keys(wanted ?? {}))
      if (wanted && JSON.stringify(wanted[name]) !== JSON.stringify(start[name]))
        form.set(name, wanted[name] as V[string])
  }

  /** Saves merged values, or shows them for review. */
  function merge(onto: R, values: V): void {
    const isShownFirst = isReviewed(onto, values)
    rebase(onto, values, isShownFirst)
    if (!isShownFirst) form.element.ref.current?.requestSubmit()
  }

  const refreshed = afterRefresh(state, record, form)
  const follow = useEffectEvent(() => rebase(record))
  useEffect(() => {
    // Outside the effect, because it renders.
    if (refreshed === 'followed') queueMicrotask(() => follow())
  }, [refreshed])

  return {
    form,
    ...state,
    isReadOnly: !wasPermitted,
    before: valuesOf(base),
    /** Watches all values, so every key press renders the caller. */
    values: form.watchAll,
    /** A newer version that the form does not show yet. */
    newer: refreshed === 'offered' ? record : undefined,
    compare: (with_: R) => dispatch({ type: 'compared', theirs: with_ }),
    /** Props of the conflict dialog; undefined without a conflict. */
    conflict: theirs && {
      theirs,
      onSave: (values: V) => merge(theirs, values),
      onDiscard: () => rebase(theirs),
      onBack: () => dispatch({ type: 'put-aside' }),
    },
  }
}

/** Versions of a record while its form is open: the edited version, and newer versions of other users. */

export type VersionedRecord = { id: string; version: number; updated_at: string }

type VersionedForm<R extends VersionedRecord> = {
  /** The edited version. */
  base: R
  openedAtMs: number
  /** Another user's version to merge with. */
  theirs?: R | undefined
  /** True if the form has merged versions that the user has not saved yet. */
  isMerged: boolean
}

export type VersionEvent<R extends VersionedRecord> =
  /** The form restarts from a version, with its values or with merged ones. */
  | { type: 'rebased'; onto: R; atMs: number; isMerged: boolean }
  /** A conflict, or the user opened a newer version. */
  | { type: 'compared'; theirs: R }
  /** Back to the form, which keeps its base. */
  | { type: 'put-aside' }
  | { type: 'submitted' }

export function opened<R extends VersionedRecord>(base: R, atMs: number): VersionedForm<R> {
  return { base, openedAtMs: atMs, isMerged: false }
}

export function afterEvent<R extends VersionedRecord>(
  form: VersionedForm<R>,
  event: VersionEvent<R>,
): VersionedForm<R> {
  switch (event.type) {
    case 'rebased':
      return { ...opened(event.onto, event.atMs), isMerged: event.isMerged }
    case 'compared':
      return { ...form, theirs: event.theirs }
    case 'put-aside':
      return { ...form, theirs: undefined }
    case 'submitted':
      return { ...form, isMerged: false }
  }
}

/**
 * Handles a refreshed record. A newer version replaces the values of an unchanged form, and is offered in a changed
 * one.
 */
export function afterRefresh<R extends VersionedRecord>(
  { base, theirs }: VersionedForm<R>,
  record: R,
  { dirty, busy }: { dirty: boolean; busy: boolean },
): 'kept' | 'followed' | 'offered' {
  if (record.version <= base.version || busy) return 'kept'
  if (!dirty) return 'followed'
  return theirs ? 'kept' : 'offered'
}
