import type { TableRow } from '@backoffice/contract/table'
import { terminals } from '@backoffice/contract/tables/terminals'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/client.ts'
import { lockRow } from '../lookup-tables/table.store.ts'

type Terminal = TableRow<typeof terminals>

/** Locks the id, whether it has a row or not. Returns the locked row. */
export async function lockTerminal(tx: Tx, terminalId: string): Promise<Terminal | undefined> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`terminal ${terminalId}`}, 0))`.execute(tx)
  const found = await tx
    .selectFrom('terminals')
    .select('id')
    .where('terminal_id', '=', terminalId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return found && lockRow(tx, terminals, found.id)
}

const MAX_MOVES = 100

export async function findMoves(db: Reader, terminal: string) {
  const rows = await db
    .selectFrom('terminal_moves')
    .select(['id', 'from_company_code', 'from_branch_code', 'to_company_code', 'to_branch_code', 'moved_at'])
    .select('moved_by_name as moved_by')
    .where('terminal', '=', terminal)
    .orderBy('moved_at', 'desc')
    .limit(MAX_MOVES + 1)
    .execute()
  const items = rows.slice(0, MAX_MOVES).map((row) => ({ ...row, moved_at: row.moved_at.toISOString() }))
  return { items, more: rows.length > MAX_MOVES }
}
