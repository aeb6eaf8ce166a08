import type { TableFigures } from '@backoffice/contract/mapping'
import type { TableDeclaration } from '@backoffice/contract/table'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { onlyRow, type Reader } from '../../db/client.ts'
import { inForce } from '../lookup-tables/referenced-tables.ts'
import { newest } from '../lookup-tables/terminal-facts.ts'

/**
 * Counts of rows that are not deleted; `today` is the day in Manila. Separate counts, each served by an index of the
 * large tables. `in_force` is the total without the rows not in force.
 */
export async function tableFigures(
  db: Reader,
  { name }: TableDeclaration,
  today: string,
): Promise<TableFigures> {
  const day = sql`${today}::date`
  const countOf = (condition: RawBuilder<SqlBool>) =>
    sql`(SELECT count(*)::int FROM ${sql.table(name)} t WHERE t.deleted_at IS NULL AND ${condition})`
  const { rows } = await sql<Omit<TableFigures, 'name' | 'silent' | 'in_force'> & { not_in_force: number }>`
    SELECT ${countOf(sql`true`)} AS total,
      ${countOf(sql`(t.status = 'INACTIVE' OR t.effective_from > ${day} OR t.effective_to < ${day})`)} AS not_in_force,
      ${countOf(sql`${inForce('t', today)} AND t.effective_to BETWEEN ${day} AND ${day} + 30`)} AS ending,
      ${countOf(sql`t.updated_at > now() - interval '7 days'`)} AS changed_in_7_days`.execute(db)
  const { not_in_force, ...figures } = onlyRow(rows)
  const silent = name === 'terminals' ? (await terminalTraffic(db)).silent : null
  return { name, ...figures, in_force: figures.total - not_in_force, silent }
}

/**
 * `silent` terminals had no transaction for 24 hours, but some in the week before. `with_traffic` counts silent
 * terminals and those with a transaction in the 24 hours.
 */
export async function terminalTraffic(db: Reader): Promise<{ silent: number; with_traffic: number }> {
  // A value rather than a subquery lets the planner estimate the rows.
  const { rows: times } = await sql<{ at: string | null }>`SELECT ${newest}::text AS at`.execute(db)
  const at = sql`${times[0]?.at}::timestamptz`
  const { rows } = await sql<{ silent: number; with_traffic: number }>`
    SELECT count(*) FILTER (WHERE used.last_at <= ${at} - interval '1 day')::int AS silent, count(*)::int AS with_traffic
    FROM code_usage used JOIN terminals t ON t.terminal_id = used.code
    WHERE used.kind = 'TERMINAL' AND used.last_at > ${at} - interval '8 days'
      AND t.deleted_at IS NULL AND t.status = 'ACTIVE'`.execute(db)
  return rows[0] ?? { silent: 0, with_traffic: 0 }
}
