import type { Preferences } from '@backoffice/contract/endpoints/preferences'
import { type Change, type Choices, withChange } from './choices.ts'

/** What of a change is not saved yet: what was chosen anew meanwhile stays. */
export function remainingChanges(change: Change, saved: Change): Change {
  const fields = Object.entries({ ...change, columns: undefined }).filter(
    ([field, value]) => value !== undefined && value !== saved[field as keyof Change],
  )
  const tables = Object.entries(change.columns ?? {}).filter(
    ([table, shown]) => shown !== saved.columns?.[table],
  )
  return {
    ...Object.fromEntries(fields),
    ...(tables.length > 0 && { columns: Object.fromEntries(tables) }),
  }
}

export type Patch = { version: number } & Partial<Choices>

/** What is sent: only what the change touches, the columns as a whole as the server wants them. */
export function patchOf(saved: Preferences, change: Change): Patch {
  const { columns, ...rest } = change
  return {
    version: saved.version,
    ...rest,
    ...(columns && { columns: withChange(saved, change).columns }),
  }
}
