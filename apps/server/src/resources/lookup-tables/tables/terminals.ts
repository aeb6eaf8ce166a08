import { type SqlBool, sql } from 'kysely'
import type { TableData } from '../table-data.ts'

/** Of the terminal's id in transactions, by the whole key of that table. */
const used = (what: ReturnType<typeof sql>) => sql`(SELECT ${what} FROM code_usage used
  WHERE (used.kind, used.source_system, used.code, used.company_code, used.branch_code)
    = ('TERMINAL', '', t.terminal_id, '', ''))`

const last = used(sql`used.last_at`)
const within = (condition: ReturnType<typeof sql>) => sql<SqlBool>`${used(sql`${condition}`)}`

/** Loads come once a day: how long a terminal is silent is counted to the newest transaction that has come. */
export const newest = sql`least(now(), (SELECT max(last_at) FROM code_usage WHERE kind = 'TERMINAL'))`
const dayAgo = sql`${newest} - interval '1 day'`
const weekBefore = sql`${newest} - interval '8 days'`

export const TERMINALS_DATA: TableData = {
  keyConstraint: 'terminals_key',
  usage: { table: 'terminal_usage', by: ['terminal_id'] },
  derived: {
    previous_branch_code: { sql: sql.ref('t.previous_branch_code'), nullable: true },
    last_transaction_at: { sql: last, nullable: true },
    first_seen_at: { sql: used(sql`used.first_at`), nullable: true },
    traffic: {
      sql: sql`CASE WHEN ${last} > ${dayAgo} THEN 'SEEN' WHEN ${last} > ${weekBefore} THEN 'SILENT'
        WHEN ${last} IS NOT NULL THEN 'QUIET' ELSE 'NEVER' END`,
      conditions: {
        SEEN: within(sql`used.last_at > ${dayAgo}`),
        SILENT: within(sql`used.last_at <= ${dayAgo} AND used.last_at > ${weekBefore}`),
        QUIET: within(sql`used.last_at <= ${weekBefore}`),
        NEVER: sql<SqlBool>`NOT EXISTS ${used(sql`1`)}`,
      },
    },
  },
}
