import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { preferencesQuery } from '../../api/preferences.ts'
import { queryClient } from '../../api/query-client.ts'
import { onSessionEnd } from '../../session/sign-out.ts'
import { applySaved, forget } from './state.ts'
import { followTabs } from './tabs.ts'

/**
 * Reads what the person has chosen beside what the screen reads, again when the window is come back to, and
 * puts it on. Whoever cannot be told keeps what the tab knows.
 */
export function FollowPreferences() {
  const { data } = useQuery(preferencesQuery)
  useEffect(() => {
    if (data) applySaved(data)
  }, [data])
  useEffect(() => followTabs((saved) => queryClient.setQueryData(preferencesQuery.queryKey, saved)), [])
  useEffect(() => onSessionEnd(forget), [])
  return null
}
