/** Versions of a record while its form is open: the one that is changed, and newer ones of other users. */

export type Versioned = { id: string; version: number; updated_at: string }

export type VersionedForm<R extends Versioned> = {
  /** The version that the changes are made to. */
  base: R
  openedAtMs: number
  /** The version of another user that the changes are being merged with. */
  theirs?: R | undefined
  /** Two versions were merged into the form, which the user looks at before it is saved. */
  isMerged: boolean
}

export type VersionEvent<R extends Versioned> =
  /** The form starts again from a version, with its values or with merged ones. */
  | { type: 'rebased'; onto: R; atMs: number; isMerged: boolean }
  /** A conflict, or a newer version that the user wants to see. */
  | { type: 'compared'; theirs: R }
  /** Back to the form, which keeps its base. */
  | { type: 'put-aside' }
  | { type: 'submitted' }

export function opened<R extends Versioned>(base: R, atMs: number): VersionedForm<R> {
  return { base, openedAtMs: atMs, isMerged: false }
}

export function afterEvent<R extends Versioned>(
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
 * Handling of a record that was read again: a newer version replaces the values of a form without changes, and is
 * offered next to those that the user has typed.
 */
export function readAgain<R extends Versioned>(
  { base, theirs }: VersionedForm<R>,
  record: R,
  { dirty, busy }: { dirty: boolean; busy: boolean },
): 'kept' | 'followed' | 'offered' {
  if (record.version <= base.version || busy) return 'kept'
  if (!dirty) return 'followed'
  return theirs ? 'kept' : 'offered'
}
