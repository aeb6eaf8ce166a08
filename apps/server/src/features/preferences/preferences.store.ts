import type { Preferences } from '@backoffice/contract/preferences'
import type { Reader, Tx } from '../../db/client.ts'

const COLUMNS = [
  'version',
  'theme',
  'page_size',
  'columns',
  'closed_groups',
  'reply_language',
  'download_format',
] as const

export async function findPreferences(db: Reader, userId: string): Promise<Preferences | undefined> {
  return db.selectFrom('user_preferences').select(COLUMNS).where('user_id', '=', userId).executeTakeFirst()
}

/** Locks the row. Creates a missing one with the defaults, which serializes concurrent first updates. */
export async function lockPreferences(tx: Tx, userId: string): Promise<Preferences> {
  await tx
    .insertInto('user_preferences')
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return tx
    .selectFrom('user_preferences')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export async function updatePreferences(tx: Tx, userId: string, preferences: Preferences): Promise<void> {
  await tx
    .updateTable('user_preferences')
    .set({
      version: preferences.version,
      theme: preferences.theme,
      page_size: preferences.page_size,
      columns: preferences.columns,
      closed_groups: preferences.closed_groups,
      reply_language: preferences.reply_language,
      download_format: preferences.download_format,
      updated_at: new Date(),
    })
    .where('user_id', '=', userId)
    .execute()
}
