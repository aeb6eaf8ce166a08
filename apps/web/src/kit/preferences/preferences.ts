import type { Preferences, ShownColumn } from '@backoffice/contract/endpoints/preferences'
import { DEFAULT_PREFERENCES } from '@backoffice/contract/preferences'
import { create } from 'zustand'
import { errorMessage } from '../../net/api-error.ts'
import { useSession } from '../../session/store.ts'
import { setTheme, useTheme } from '../theme.ts'
import { toastFailed } from '../toast.ts'
import { clearStoredPreferences, readStoredPreferences, storePreferences } from './preferences-storage.ts'

export type Choices = Omit<Preferences, 'version'>

/** The changed fields; of `columns` the changed lists, null for a list that shows all of its columns again. */
export type Change = Partial<Omit<Choices, 'columns'>> & {
  columns?: Readonly<Record<string, ShownColumn[] | null>>
}

type State = {
  /** The server's last answer, or this tab's copy of it until the first answer. */
  saved: Preferences
  /** Chosen on this page and not saved yet. */
  pending: Change
  saving: 'idle' | 'under-way' | 'done' | { failed: string }
}

/** The preferences of one user in every tab: what one tab saves is sent to the others. */
export const CHANNEL = 'preferences'
export const ownerEmail = () => useSession.getState().auth.userDetails.email

export const usePreferences = create<State>()(() => {
  const copy = readStoredPreferences()
  const isOwn = copy?.owner === ownerEmail()
  // Before the theme is restored from the same storage.
  if (copy && !isOwn) clearStoredPreferences()
  return { saved: copy && isOwn ? copy.saved : DEFAULT_PREFERENCES, pending: {}, saving: 'idle' }
})

/** A list that the change does not name keeps its columns. */
export function withChange<C extends Choices>(choices: C, { columns, ...change }: Change): C {
  if (!columns) return { ...choices, ...change }
  const all = Object.entries({ ...choices.columns, ...columns })
  const chosen = all.filter((entry): entry is [string, ShownColumn[]] => entry[1] !== null)
  return { ...choices, ...change, columns: Object.fromEntries(chosen) }
}

/** Two changes as one; the later wins where both change the same field or list. */
export function mergeChanges(earlier: Change, later: Change): Change {
  const columns = { ...earlier.columns, ...later.columns }
  return { ...earlier, ...later, ...(Object.keys(columns).length > 0 && { columns }) }
}

export function choicesOf({ saved, pending }: Pick<State, 'saved' | 'pending'>): Choices {
  return withChange(saved, pending)
}

const pageSizeOf = (state: State) => choicesOf(state).page_size

/** Rows per page of a list whose address has no size. */
export function usePageSize(): Choices['page_size'] {
  return usePreferences(pageSizeOf)
}

/** The same for a route's loader. */
export function pageSize(): Choices['page_size'] {
  return pageSizeOf(usePreferences.getState())
}

/** Applies the change at once. `FollowPreferences` has it saved. */
export function choose(change: Change): void {
  update({ pending: mergeChanges(usePreferences.getState().pending, change), saving: 'under-way' })
}

/** Saves what is still pending after a failure. */
export function saveAgain(): void {
  choose({})
}

/** After the end of the session nothing may be written back to storage. */
let isOver = false

export function update(change: Partial<State>): void {
  if (isOver) return
  usePreferences.setState(change)
  const { theme } = choicesOf(usePreferences.getState())
  if (useTheme.getState().theme !== theme) setTheme(theme)
  if (change.saved && ownerEmail()) storePreferences({ owner: ownerEmail(), saved: change.saved })
}

export function reportSaveError(error: unknown): void {
  if (isOver) return
  const message = errorMessage(error)
  update({ saving: { failed: message } })
  toastFailed(`What you chose holds on this page but was not saved. ${message}`)
}

/** An answer that was overtaken by a newer one is dropped. */
export function applySaved(saved: Preferences): void {
  if (saved.version >= usePreferences.getState().saved.version) update({ saved })
}

export function clearPreferences(): void {
  isOver = true
  clearStoredPreferences()
}
