/** Versions of a record while its form is open: the edited version, and newer versions of other users. */

export type VersionedRecord = { id: string; version: number; updated_at: string }

export type VersionedForm<R extends VersionedRecord> = {
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
 * Handles a refreshed record: a newer version replaces the values of an unchanged form, and is offered in a changed
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
