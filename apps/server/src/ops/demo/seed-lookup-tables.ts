import type { TableHeader } from '@backoffice/contract/table'
import { TABLE_HEADERS, type TableName } from '@backoffice/contract/tables/headers'
import { sql } from 'kysely'
import type { Database, Tx } from '../../db/client.ts'
import { recordSystemAudit } from '../../kernel/audit.ts'
import { dayNumber } from './tables/calendar-days.ts'
import { paymentMethods, tenders, trancodes, transactionCodes } from './tables/codes.ts'
import type { LookupRow } from './tables/lookup-row.ts'
import { branches, companyGroups, establishments } from './tables/partners.ts'
import { moveTerminals, terminals } from './tables/terminal-ids.ts'

const AUTHOR = sql<string>`(SELECT id FROM users WHERE email = 'lookup@backoffice.test')`

const ROWS: Readonly<Record<TableName, (asOf: number) => LookupRow[]>> = {
  ...{ company_groups: companyGroups, establishments, branches },
  ...{ payment_methods: paymentMethods, transaction_codes: transactionCodes, tenders, trancodes, terminals },
}

/** Fills each lookup table that never had a row. `asOf` is the day of the demo's transactions. */
export async function seedLookupTables(db: Database, asOf: string): Promise<void> {
  for (const table of Object.values(TABLE_HEADERS)) {
    const rows = ROWS[table.name](dayNumber(asOf))
    await db.transaction().execute((tx) => fill(tx, table, rows, asOf))
  }
}

async function fill(
  tx: Tx,
  { name, resource }: TableHeader,
  rows: readonly LookupRow[],
  asOf: string,
): Promise<void> {
  // Deleted rows count too, so that rows removed by users do not return.
  const { rows: present } = await sql`SELECT FROM ${sql.table(name)} LIMIT 1`.execute(tx)
  if (present.length > 0) return
  await insert(tx, name, rows, asOf)
  if (name === 'terminals') await moveTerminals(tx, asOf, AUTHOR)
  const changes = { rows: [null, rows.length] } as const
  await recordSystemAudit(tx, { resource, action: 'seed', id: null, changes })
}

function insert(tx: Tx, table: string, rows: readonly LookupRow[], asOf: string) {
  const names = Object.keys(rows[0] ?? {}).filter((name) => name !== 'changed_days_ago')
  const columns = sql.join(names.map((name) => sql.ref(name)))
  const changedAt = sql`(${asOf}::date - coalesce((json->>'changed_days_ago')::int, 400)
    + time '09:30') AT TIME ZONE 'Asia/Manila'`
  return sql`
    INSERT INTO ${sql.table(table)} (${columns}, created_at, created_by, updated_at, updated_by)
    SELECT ${sql.join(names.map((name) => sql.ref(`r.${name}`)))}, ${changedAt}, NULL, ${changedAt}, ${AUTHOR}
    FROM jsonb_array_elements(${JSON.stringify(rows)}::jsonb) AS json,
      jsonb_populate_record(NULL::${sql.table(table)}, json) AS r`.execute(tx)
}
