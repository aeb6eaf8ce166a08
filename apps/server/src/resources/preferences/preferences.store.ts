import type { Preferences } from '@backoffice/contract/endpoints/preferences'
import type { Reader, Tx } from '../../db/client.ts'
import type { Json } from '../../db/schema.generated.ts'

const SHOWN = ['version', 'theme', 'page_size', 'columns'] as const

/** Undefined for who never chose anything. */
export async function findPreferences(db: Reader, userId: string): Promise<Preferences | undefined> {
  const row = await db
    .selectFrom('user_preferences')
    .select(SHOWN)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row && asPreferences(row)
}

/** The row, held; made with the defaults when there is none. Two first choices at once take turns. */
export async function lockPreferences(tx: Tx, userId: string): Promise<Preferences> {
  await tx
    .insertInto('user_preferences')
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await tx
    .selectFrom('user_preferences')
    .select(SHOWN)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return asPreferences(row)
}

export async function updatePreferences(tx: Tx, userId: string, wanted: Preferences): Promise<void> {
  await tx
    .updateTable('user_preferences')
    .set({
      version: wanted.version,
      theme: wanted.theme,
      page_size: wanted.page_size,
      // Checked by the contract: a record of lists of names.
      columns: JSON.stringify(wanted.columns) as unknown as Json,
      updated_at: new Date(),
    })
    .where('user_id', '=', userId)
    .execute()
}

function asPreferences(row: { version: number; theme: string; page_size: number; columns: unknown }) {
  // The table's checks and its only writer let nothing else in.
  return row as Preferences
}
