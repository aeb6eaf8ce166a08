import { preferencesQuery, readPreferences, writePreferences } from '../../api/preferences.ts'
import { queryClient } from '../../api/query-client.ts'
import { ApiError } from '../../net/api-error.ts'
import { type Remote, rebase } from './rebase.ts'
import { remainingChanges } from './saving-change.ts'
import { reportSaveError, update, usePreferences } from './state.ts'
import { tellTabs } from './tabs.ts'

/** Several choices in quick succession are one call. */
const QUIET_MS = 300

const remote: Remote = {
  read: readPreferences,
  write: writePreferences,
  isStale: (error) => error instanceof ApiError && error.code === 'version_conflict',
}

let timer: ReturnType<typeof setTimeout> | undefined
let isSaving = false

export function saveSoon(): void {
  clearTimeout(timer)
  timer = setTimeout(saveNow, QUIET_MS)
}

/** One call at a time: what is chosen while it is under way goes with the next. */
async function saveNow(): Promise<void> {
  clearTimeout(timer)
  timer = undefined
  if (isSaving) return
  isSaving = true
  try {
    for (let sent = pending(); Object.keys(sent).length > 0; sent = pending()) {
      const saved = await rebase(usePreferences.getState().saved, sent, remote)
      const left = remainingChanges(pending(), sent)
      update({ saved, pending: left, saving: Object.keys(left).length > 0 ? 'under-way' : 'done' })
      queryClient.setQueryData(preferencesQuery.queryKey, saved)
      tellTabs(saved)
    }
  } catch (error) {
    reportSaveError(error)
  } finally {
    isSaving = false
  }
}

const pending = () => usePreferences.getState().pending

// Whoever leaves the page right after choosing has chosen all the same.
document.addEventListener('visibilitychange', () => {
  if (document.hidden && timer !== undefined) void saveNow()
})
