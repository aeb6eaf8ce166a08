import type { Preferences } from '@backoffice/contract/endpoints/preferences'
import { DEFAULT_PREFERENCES } from '@backoffice/contract/preferences'
import { create } from 'zustand'
import { errorMessage } from '../../net/api-error.ts'
import { useSession } from '../../session/store.ts'
import { setTheme, useTheme } from '../theme.ts'
import { toastFailed } from '../toast.ts'
import { type Change, type Choices, withChange } from './choices.ts'
import { forgetTab, keepInTab, tabCopy } from './tab-copy.ts'

type State = {
  /** As the server last said, or as this tab knew it before the page was loaded. */
  saved: Preferences
  /** Chosen here and not saved yet: it holds on this page whatever becomes of that. */
  pending: Change
  saving: 'idle' | 'under-way' | 'done' | { failed: string }
}

const owner = () => useSession.getState().auth.userDetails.email

export const usePreferences = create<State>()(() => {
  const copy = tabCopy()
  const isOwn = copy?.owner === owner()
  // Ahead of the theme, which is put on right after.
  if (copy && !isOwn) forgetTab()
  return { saved: copy && isOwn ? copy.saved : DEFAULT_PREFERENCES, pending: {}, saving: 'idle' }
})

export function choicesOf({ saved, pending }: Pick<State, 'saved' | 'pending'>): Choices {
  return withChange(saved, pending)
}

const sizeOf = (state: State) => choicesOf(state).page_size

/** Rows of a page of a list whose address names no number. */
export function usePageSize(): Choices['page_size'] {
  return usePreferences(sizeOf)
}

/** The same outside of what is drawn: for what a route loads ahead. */
export function pageSize(): Choices['page_size'] {
  return sizeOf(usePreferences.getState())
}

let isOver = false

/** Once this page is left: nobody finds in this tab how its person liked it. */
export function forget(): void {
  isOver = true
  forgetTab()
}

/** Takes note of what is known, chosen or saved, and puts the theme on. */
export function update(change: Partial<State>): void {
  if (isOver) return
  usePreferences.setState(change)
  const { theme } = choicesOf(usePreferences.getState())
  if (useTheme.getState().theme !== theme) setTheme(theme)
  if (change.saved && owner()) keepInTab({ owner: owner(), saved: change.saved })
}

/** What another tab or another computer has saved, unless it is older than what is known here. */
export function applySaved(saved: Preferences): void {
  if (saved.version >= usePreferences.getState().saved.version) update({ saved })
}

export function reportSaveError(error: unknown): void {
  if (isOver) return
  const words = errorMessage(error)
  update({ saving: { failed: words } })
  toastFailed(`What you chose holds on this page but was not saved. ${words}`)
}
