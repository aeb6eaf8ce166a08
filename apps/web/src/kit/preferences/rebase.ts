import type { Preferences } from '@backoffice/contract/endpoints/preferences'
import type { Change } from './choices.ts'
import { type Patch, patchOf } from './saving-change.ts'

export type Remote = {
  read: () => Promise<Preferences>
  write: (patch: Patch) => Promise<Preferences>
  /** Whether a write was refused because it saw an older version. */
  isStale: (error: unknown) => boolean
}

/** Each is refused only if another tab has saved in between. */
const TRIES = 3

/** Saves a change on what was last seen; if that is no longer so, on what it has become. Gives back what holds now. */
export async function rebase(seen: Preferences, change: Change, remote: Remote): Promise<Preferences> {
  let base = seen
  for (let left = TRIES - 1; ; left--) {
    try {
      return await remote.write(patchOf(base, change))
    } catch (error) {
      if (left === 0 || !remote.isStale(error)) throw error
      base = await remote.read()
    }
  }
}
