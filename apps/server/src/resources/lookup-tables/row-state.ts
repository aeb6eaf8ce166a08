import type { RowState } from '@backoffice/contract/table'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ListExpression } from '../../kernel/list-source.ts'

/**
 * The state of a row `t` on a day in Manila. As a condition for each value too: an index serves it, and the planner knows
 * how many rows it has, which it does not of the expression.
 */
export function rowState(today: string): ListExpression {
  const day = sql`${today}::date`
  const conditions: Record<RowState, RawBuilder<SqlBool>> = {
    INACTIVE: sql`t.status = 'INACTIVE'`,
    STARTS: sql`(t.status = 'ACTIVE' AND t.effective_from > ${day})`,
    // A row that has ended has started: it does not end before it starts.
    ENDED: sql`(t.status = 'ACTIVE' AND t.effective_to < ${day})`,
    IN_FORCE: sql`(t.status = 'ACTIVE' AND (t.effective_from <= ${day} OR t.effective_from IS NULL)
      AND (t.effective_to >= ${day} OR t.effective_to IS NULL))`,
  }
  const cases = Object.entries(conditions).map(
    ([state, condition]) => sql`WHEN ${condition} THEN ${sql.lit(state)}`,
  )
  return { sql: sql`CASE ${sql.join(cases, sql` `)} END`, conditions }
}
