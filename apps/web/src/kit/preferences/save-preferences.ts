import type { Preferences } from '@backoffice/contract/preferences'
import { ApiError } from '../../net/api-error.ts'
import { queryClient } from '../../net/query-client.ts'
import {
  CHANNEL,
  type Change,
  type Choices,
  ownerEmail,
  preferencesQuery,
  readPreferences,
  reportSaveError,
  update,
  usePreferences,
  withChange,
  writePreferences,
} from './preferences.ts'
import type { OwnedPreferences } from './preferences-storage.ts'

/** Bundles quick successive changes into one call. */
const DEBOUNCE_MS = 300
/** An attempt fails only if another tab has saved in between. */
const ATTEMPTS = 3

type Patch = { version: number } & Partial<Choices>

export type Remote = {
  read: () => Promise<Preferences>
  write: (patch: Patch) => Promise<Preferences>
  /** True if a write was rejected because its version is outdated. */
  isStale: (error: unknown) => boolean
}

const remote: Remote = {
  read: readPreferences,
  write: writePreferences,
  isStale: (error) => error instanceof ApiError && error.code === 'version_conflict',
}

/** Request body: the changed fields, and all of `columns`, as the server requires. */
export function patchOf(saved: Preferences, change: Change): Patch {
  const { columns, ...rest } = change
  return {
    version: saved.version,
    ...rest,
    ...(columns && { columns: withChange(saved, change).columns }),
  }
}

/** Saves a change based on `seen`, or on the current version if `seen` is outdated. Returns the new preferences. */
export async function rebase(seen: Preferences, change: Change, { read, write, isStale }: Remote) {
  let base = seen
  for (let left = ATTEMPTS - 1; ; left--) {
    try {
      return await write(patchOf(base, change))
    } catch (error) {
      if (left === 0 || !isStale(error)) throw error
      base = await read()
    }
  }
}

/** Part of a change that is still unsaved: fields that changed again after `sent`. */
export function remainingChanges(change: Change, sent: Change): Change {
  const saved = new Map<string, unknown>(Object.entries(sent))
  const fields = Object.entries({ ...change, columns: undefined }).filter(
    ([field, value]) => value !== undefined && value !== saved.get(field),
  )
  const lists = Object.entries(change.columns ?? {}).filter(([list, shown]) => shown !== sent.columns?.[list])
  return {
    ...Object.fromEntries(fields),
    ...(lists.length > 0 && { columns: Object.fromEntries(lists) }),
  }
}

let timer: ReturnType<typeof setTimeout> | undefined
let isSaving = false

export function saveSoon(): void {
  // Adding the same listener again has no effect.
  document.addEventListener('visibilitychange', saveIfHidden)
  clearTimeout(timer)
  timer = setTimeout(saveNow, DEBOUNCE_MS)
}

/** Saves changes before the page closes. */
function saveIfHidden(): void {
  if (document.hidden && timer !== undefined) void saveNow()
}

/** Runs one call at a time; later changes go with the next call. */
async function saveNow(): Promise<void> {
  clearTimeout(timer)
  timer = undefined
  if (isSaving) return
  isSaving = true
  try {
    for (let sent = pending(); Object.keys(sent).length > 0; sent = pending()) {
      const saved = await rebase(usePreferences.getState().saved, sent, remote)
      const left = remainingChanges(pending(), sent)
      update({ saved, pending: left, saving: Object.keys(left).length > 0 ? 'in-progress' : 'done' })
      queryClient.setQueryData(preferencesQuery.queryKey, saved)
      sendToTabs(saved)
    }
  } catch (error) {
    reportSaveError(error)
  } finally {
    isSaving = false
  }
}

const pending = () => usePreferences.getState().pending

function sendToTabs(saved: Preferences): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage({ owner: ownerEmail(), saved } satisfies OwnedPreferences)
  channel.close()
}
