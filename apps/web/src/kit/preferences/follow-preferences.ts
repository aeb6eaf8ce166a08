import type { Preferences } from '@backoffice/contract/endpoints/preferences'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryClient } from '../../net/query-client.ts'
import { onSessionEnd } from '../../session/sign-out.ts'
import {
  applySaved,
  CHANNEL,
  clearPreferences,
  ownerEmail,
  reportSaveError,
  usePreferences,
} from './preferences.ts'
import { preferencesQuery } from './preferences-queries.ts'
import type { OwnedPreferences } from './preferences-storage.ts'

/**
 * Reads the preferences alongside the screen, again when the window regains focus, and applies them. While they
 * cannot be read, those of the tab apply. Saves what is chosen here, and applies what other tabs save.
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

/** The code that saves is fetched with the first change. The result unsubscribes. */
function saveChanges(): () => void {
  return usePreferences.subscribe(({ pending, saving }, before) => {
    if (pending === before.pending || saving !== 'under-way') return
    import('./save-preferences.ts').then(({ saveSoon }) => saveSoon(), reportSaveError)
  })
}

/** Calls the listener with what other tabs of the same user save; the result unsubscribes. */
function followTabs(listener: (saved: Preferences) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<OwnedPreferences>) => {
    if (data.owner === ownerEmail()) listener(data.saved)
  }
  return () => channel.close()
}
