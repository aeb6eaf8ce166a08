import type { CallInput } from '@backoffice/contract/endpoint'
import {
  DEFAULT_PREFERENCES,
  type Preferences,
  preferencesEndpoints,
  type ShownColumn,
} from '@backoffice/contract/preferences'
import { queryOptions } from '@tanstack/react-query'
import { create } from 'zustand'
import { errorMessage } from '../../net/api-error.ts'
import { call } from '../../net/call.ts'
import { useSession } from '../../session/store.ts'
import { toastFailed } from '../feedback/toast.ts'
import { clearStoredPreferences, readStoredPreferences, storePreferences } from './preferences-storage.ts'
import { setTheme, useTheme } from './theme.ts'

export type Choices = Omit<Preferences, 'version'>

/** Changed fields; in `columns` the changed lists, null for a list with its declared columns. */
export type Change = Partial<Omit<Choices, 'columns'>> & {
  columns?: Readonly<Record<string, ShownColumn[] | null>>
}

type State = {
  /** Preferences from the server; before the first reply this tab's copy. */
  saved: Preferences
  /** Unsaved changes of this page. */
  pending: Change
  saving: 'idle' | 'in-progress' | 'done' | { failed: string }
}

/** Channel on which a tab sends saved preferences to the user's other tabs. */
export const CHANNEL = 'preferences'
export const ownerEmail = () => useSession.getState().auth.userDetails.email

export const usePreferences = create<State>()(() => {
  const copy = readStoredPreferences()
  const isOwn = copy?.owner === ownerEmail()
  // Before the theme is restored from this storage.
  if (copy && !isOwn) clearStoredPreferences()
  // A copy of an earlier release lacks newer fields.
  const saved = copy && isOwn ? { ...DEFAULT_PREFERENCES, ...copy.saved } : DEFAULT_PREFERENCES
  return { saved, pending: {}, saving: 'idle' }
})

/** Applies a change; lists that are not in it keep their columns. */
export function withChange<C extends Choices>(choices: C, { columns, ...change }: Change): C {
  if (!columns) return { ...choices, ...change }
  const all = Object.entries({ ...choices.columns, ...columns })
  const chosen = all.filter((entry): entry is [string, ShownColumn[]] => entry[1] !== null)
  return { ...choices, ...change, columns: Object.fromEntries(chosen) }
}

/** Merges two changes; the later wins for the same field or list. */
export function mergeChanges(earlier: Change, later: Change): Change {
  const columns = { ...earlier.columns, ...later.columns }
  return { ...earlier, ...later, ...(Object.keys(columns).length > 0 && { columns }) }
}

export function choicesOf({ saved, pending }: Pick<State, 'saved' | 'pending'>): Choices {
  return withChange(saved, pending)
}

const pageSizeOf = (state: State) => choicesOf(state).page_size

/** Default rows per page. */
export function usePageSize(): Choices['page_size'] {
  return usePreferences(pageSizeOf)
}

/** Default rows per page, for a route's loader. */
export function pageSize(): Choices['page_size'] {
  return pageSizeOf(usePreferences.getState())
}

// A server of the previous release sends none.
const closedGroupsOf = (state: State) => choicesOf(state).closed_groups ?? NO_GROUPS
const NO_GROUPS: Choices['closed_groups'] = []

/** Collapsed groups of the sidebar. */
export function useClosedGroups(): Choices['closed_groups'] {
  return usePreferences(closedGroupsOf)
}

/** Collapses a group of the sidebar, or opens it. */
export function toggleGroup(group: Choices['closed_groups'][number]): void {
  const closed = closedGroupsOf(usePreferences.getState())
  choose({
    closed_groups: closed.includes(group) ? closed.filter((each) => each !== group) : [...closed, group],
  })
}

const replyLanguageOf = (state: State) => choicesOf(state).reply_language

/** Language of reply texts that the user chose last. */
export function useReplyLanguage(): Choices['reply_language'] {
  return usePreferences(replyLanguageOf)
}

// A server of the previous release sends none.
const downloadFormatOf = (state: State) => choicesOf(state).download_format ?? 'csv'

/** Format in which the user last downloaded a file. */
export function useDownloadFormat(): Choices['download_format'] {
  return usePreferences(downloadFormatOf)
}

/** Format of the last download, for use outside a component. */
export const downloadFormat = () => downloadFormatOf(usePreferences.getState())

/** Applies the change immediately; `FollowPreferences` saves it. */
export function choose(change: Change): void {
  update({ pending: mergeChanges(usePreferences.getState().pending, change), saving: 'in-progress' })
}

/** Retries saving pending changes. */
export function saveAgain(): void {
  choose({})
}

/** True after the session has ended, when nothing may be written to storage. */
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
  toastFailed(`Your change applies to this page but was not saved. ${message}`)
}

/** Ignores a reply that is older than the current one. */
export function applySaved(saved: Preferences): void {
  if (saved.version >= usePreferences.getState().saved.version) update({ saved })
}

export function clearPreferences(): void {
  isOver = true
  clearStoredPreferences()
}

const read = (signal?: AbortSignal) => call(preferencesEndpoints.get, signal ? { signal } : {})

export const preferencesQuery = queryOptions({
  queryKey: ['preferences'],
  queryFn: ({ signal }) => read(signal),
})

export function readPreferences(): Promise<Preferences> {
  return read()
}

export function writePreferences(
  body: CallInput<typeof preferencesEndpoints.update>['body'],
): Promise<Preferences> {
  return call(preferencesEndpoints.update, { body })
}
