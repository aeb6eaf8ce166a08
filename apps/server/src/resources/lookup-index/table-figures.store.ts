import type { TableFigures } from '@backoffice/contract/endpoints/mapping'
import type { TableDeclaration } from '@backoffice/contract/table'
import { sql } from 'kysely'
import type { Reader } from '../../db/client.ts'
import { inForce } from '../lookup-tables/referenced-tables.ts'
import { newest } from '../lookup-tables/tables/terminals.ts'

/** Of the rows that are not deleted; `today` is the day in Manila. */
export async function tableFigures(
  db: Reader,
  { name }: TableDeclaration,
  today: string,
): Promise<TableFigures> {
  const now = inForce('t', today)
  const { rows } = await sql<Omit<TableFigures, 'name' | 'silent'>>`
    SELECT count(*)::int AS total, count(*) FILTER (WHERE ${now})::int AS in_force,
      count(*) FILTER (WHERE ${now} AND t.effective_to <= ${today}::date + 30)::int AS ending,
      count(*) FILTER (WHERE t.updated_at > now() - interval '7 days')::int AS changed_in_7_days
    FROM ${sql.table(name)} t WHERE t.deleted_at IS NULL`.execute(db)
  // An aggregate without GROUP BY has exactly one row.
  const figures = rows[0] as (typeof rows)[number]
  return { name, ...figures, silent: name === 'terminals' ? await silentTerminals(db) : null }
}

/** Without a transaction for 24 hours, with some in the week before. */
async function silentTerminals(db: Reader): Promise<number> {
  const { rows } = await sql<{ silent: number }>`
    SELECT count(*)::int AS silent FROM code_usage used JOIN terminals t ON t.terminal_id = used.code
    WHERE used.kind = 'TERMINAL' AND used.last_at <= ${newest} - interval '1 day'
      AND used.last_at > ${newest} - interval '8 days'
      AND t.deleted_at IS NULL AND t.status = 'ACTIVE'`.execute(db)
  return rows[0]?.silent ?? 0
}
