import type { Reader } from '../../db/client.ts'

export async function listActiveEmails(db: Reader, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('users')
    .select('email')
    .where('id', 'in', ids)
    .where('status', '=', 'ACTIVE')
    .orderBy('email')
    .execute()
  return rows.map(({ email }) => email)
}
