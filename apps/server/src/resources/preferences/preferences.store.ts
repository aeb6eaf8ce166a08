import type { Preferences } from '@backoffice/contract/endpoints/preferences'
import type { Reader, Tx } from '../../db/client.ts'
import type { Json } from '../../db/schema.generated.ts'

const COLUMNS = ['version', 'theme', 'page_size', 'columns'] as const

/** Undefined for a user without stored preferences. */
export async function findPreferences(db: Reader, userId: string): Promise<Preferences | undefined> {
  const row = await db
    .selectFrom('user_preferences')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row && asPreferences(row)
}

/** Locks the row, created with the defaults when missing: serializes concurrent first updates. */
export async function lockPreferences(tx: Tx, userId: string): Promise<Preferences> {
  await tx
    .insertInto('user_preferences')
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await tx
    .selectFrom('user_preferences')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return asPreferences(row)
}

export async function updatePreferences(tx: Tx, userId: string, preferences: Preferences): Promise<void> {
  await tx
    .updateTable('user_preferences')
    .set({
      version: preferences.version,
      theme: preferences.theme,
      page_size: preferences.page_size,
      // Validated by the contract; the generated column type is wider.
      columns: JSON.stringify(preferences.columns) as unknown as Json,
      updated_at: new Date(),
    })
    .where('user_id', '=', userId)
    .execute()
}

function asPreferences(row: { version: number; theme: string; page_size: number; columns: unknown }) {
  // The CHECKs of the table and its only writer guarantee the type.
  return row as Preferences
}
