import type { terminals } from '@backoffice/contract/tables/terminals'
import { type SqlBool, sql } from 'kysely'
import type { ListExpression } from '../../kernel/list-source.ts'

/** Use of the terminal's id in transactions, by the full key of `code_usage`. */
const used = (what: ReturnType<typeof sql>) => sql`(SELECT ${what} FROM code_usage used
  WHERE (used.kind, used.source_system, used.code, used.company_code, used.branch_code)
    = ('TERMINAL', '', t.terminal_id, '', ''))`

const within = (condition: ReturnType<typeof sql>) => sql<SqlBool>`${used(sql`${condition}`)}`

/** Time of the newest transaction. Silence is measured up to it, because loads arrive once a day. */
export const newest = sql`least(now(), (SELECT max(last_at) FROM code_usage WHERE kind = 'TERMINAL'))`
const dayAgo = sql`${newest} - interval '1 day'`
const weekBefore = sql`${newest} - interval '8 days'`

type DerivedName = keyof NonNullable<(typeof terminals)['derived']>

export const TERMINAL_FACTS: Readonly<Record<DerivedName, ListExpression>> = {
  previous_branch_code: { sql: sql.ref('t.previous_branch_code'), nullable: true },
  last_transaction_at: { sql: used(sql`used.last_at`), nullable: true },
  moved_at: { sql: sql`(SELECT max(moved_at) FROM terminal_moves WHERE terminal = t.id)`, nullable: true },
  first_seen_at: { sql: used(sql`used.first_at`), nullable: true },
  traffic: {
    sql: sql`coalesce(${used(sql`CASE WHEN used.last_at > ${dayAgo} THEN 'SEEN'
      WHEN used.last_at > ${weekBefore} THEN 'SILENT' ELSE 'QUIET' END`)}, 'NEVER')`,
    conditions: {
      SEEN: within(sql`used.last_at > ${dayAgo}`),
      SILENT: within(sql`used.last_at <= ${dayAgo} AND used.last_at > ${weekBefore}`),
      QUIET: within(sql`used.last_at <= ${weekBefore}`),
      NEVER: sql<SqlBool>`NOT EXISTS ${used(sql`1`)}`,
    },
  },
}
