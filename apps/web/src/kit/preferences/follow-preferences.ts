import type { Preferences } from '@backoffice/contract/preferences'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryClient } from '../../net/query-client.ts'
import { onSessionEnd } from '../../session/sign-out.ts'
import {
  applySaved,
  CHANNEL,
  clearPreferences,
  ownerEmail,
  preferencesQuery,
  reportSaveError,
  usePreferences,
} from './preferences.ts'
import type { OwnedPreferences } from './preferences-storage.ts'

/**
 * Reads and applies the preferences on load and when the window regains focus; until then the tab's copy applies. Saves
 * changes, and applies changes saved by other tabs.
 */
export function FollowPreferences() {
  const { data } = useQuery(preferencesQuery)
  useEffect(() => {
    if (data) applySaved(data)
  }, [data])
  useEffect(saveChanges, [])
  useEffect(() => followTabs((saved) => queryClient.setQueryData(preferencesQuery.queryKey, saved)), [])
  useEffect(() => onSessionEnd(clearPreferences), [])
  return null
}

/** Loads the saving code with the first change. Returns a function that unsubscribes. */
function saveChanges(): () => void {
  return usePreferences.subscribe(({ pending, saving }, before) => {
    if (pending === before.pending || saving !== 'in-progress') return
    import('./save-preferences.ts').then(({ saveSoon }) => saveSoon(), reportSaveError)
  })
}

/** Calls the listener with preferences saved by the user's other tabs. Returns a function that unsubscribes. */
function followTabs(listener: (saved: Preferences) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<OwnedPreferences>) => {
    if (data.owner === ownerEmail()) listener(data.saved)
  }
  return () => channel.close()
}
