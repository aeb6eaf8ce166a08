import type { api } from '@backoffice/contract/api'
import { DEFAULT_PREFERENCES, type Preferences } from '@backoffice/contract/preferences'
import type { Database } from '../../db/client.ts'
import { type Changes, changesOf } from '../../kernel/audit.ts'
import type { Handlers } from '../../kernel/mount.ts'
import { requireVersion } from '../../kernel/version.ts'
import { findPreferences, lockPreferences, updatePreferences } from './preferences.store.ts'

export function preferencesHandlers({ db }: { db: Database }): Handlers<(typeof api)['preferences']> {
  return {
    get: async (_received, { caller }) => (await findPreferences(db, caller.id)) ?? DEFAULT_PREFERENCES,
    update:
      async ({ body }, { caller }) =>
      async (tx) => {
        const current = await lockPreferences(tx, caller.id)
        requireVersion(current.version, body.version, current)
        const {
          theme = current.theme,
          page_size = current.page_size,
          columns = current.columns,
          closed_groups = current.closed_groups,
          reply_language = current.reply_language,
          download_format = current.download_format,
        } = body
        const updated = {
          version: current.version + 1,
          ...{ theme, page_size, columns, closed_groups, reply_language, download_format },
        }
        const changes = differences(current, updated)
        if (Object.keys(changes).length === 0) return { resource: current, unchanged: true }
        await updatePreferences(tx, caller.id, updated)
        return { resource: updated, audit: [{ changes }] }
      },
  }
}

/** Records only the names of tables with changed columns, because full lists would bloat the audit trail. */
function differences(before: Preferences, after: Preferences): Changes {
  const tables = new Set([...Object.keys(before.columns), ...Object.keys(after.columns)])
  const changed = Object.keys(changesOf(before.columns, after.columns, [...tables]))
  return {
    ...changesOf(before, after, ['theme', 'page_size', 'closed_groups', 'reply_language', 'download_format']),
    ...(changed.length > 0 && { columns: [null, changed.sort()] }),
  }
}
