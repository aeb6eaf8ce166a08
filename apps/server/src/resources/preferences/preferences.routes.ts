import { isDeepStrictEqual } from 'node:util'
import type { api } from '@backoffice/contract/api'
import type { Preferences } from '@backoffice/contract/endpoints/preferences'
import { DEFAULT_PREFERENCES } from '@backoffice/contract/preferences'
import type { Database } from '../../db/client.ts'
import type { Handlers } from '../../kernel/mount.ts'
import { requireVersion } from '../../kernel/version.ts'
import { findPreferences, lockPreferences, updatePreferences } from './preferences.store.ts'

export function preferencesHandlers({ db }: { db: Database }): Handlers<(typeof api)['preferences']> {
  return {
    get: async (_received, { caller }) => (await findPreferences(db, caller.id)) ?? DEFAULT_PREFERENCES,
    update:
      async ({ body }, { caller }) =>
      async (tx) => {
        const now = await lockPreferences(tx, caller.id)
        requireVersion(now.version, body.version, now)
        const { theme = now.theme, page_size = now.page_size, columns = now.columns } = body
        const wanted = { version: now.version + 1, theme, page_size, columns }
        const changes = differences(now, wanted)
        if (Object.keys(changes).length === 0) return { resource: now, unchanged: true }
        await updatePreferences(tx, caller.id, wanted)
        return {
          resource: wanted,
          audit: [{ action: 'preferences.update', resource: 'preferences', resourceId: caller.id, changes }],
        }
      },
  }
}

/** Of columns only the tables whose choice changed: the trail is kept for years, and both choices are up to 20 lists. */
function differences(before: Preferences, after: Preferences): Record<string, readonly [unknown, unknown]> {
  const fields = (['theme', 'page_size'] as const).filter((field) => before[field] !== after[field])
  const tables = [...new Set([...Object.keys(before.columns), ...Object.keys(after.columns)])].filter(
    (table) => !isDeepStrictEqual(before.columns[table], after.columns[table]),
  )
  return {
    ...Object.fromEntries(fields.map((field) => [field, [before[field], after[field]]])),
    ...(tables.length > 0 && { columns: [null, tables.sort()] }),
  }
}
