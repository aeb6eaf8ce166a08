import { sql } from 'kysely'
import type { Database, Tx } from '../db/client.ts'
import { recordSystemAudit } from '../kernel/audit.ts'
import { dayNumber } from './calendar-days.ts'
import type { LookupRow } from './lookup-row.ts'
import { companyGroups } from './tables/company-groups.ts'
import { paymentMethods } from './tables/payment-methods.ts'
import { tenders } from './tables/tenders.ts'

const AUTHOR = 'lookup@backoffice.test'

/** Fills each lookup table that never had a row. `asOf`: the day of the demo's transactions. */
export async function seedLookupTables(db: Database, asOf: string): Promise<void> {
  const day = dayNumber(asOf)
  await fill(db, 'company_groups', 'company-group', companyGroups(), asOf)
  await fill(db, 'payment_methods', 'glass-payment-method', paymentMethods(), asOf)
  await fill(db, 'tenders', 'tender', tenders(day), asOf)
}

type Table = 'company_groups' | 'payment_methods' | 'tenders'
type Resource = 'company-group' | 'glass-payment-method' | 'tender'

function fill(db: Database, table: Table, resource: Resource, rows: readonly LookupRow[], asOf: string) {
  return db.transaction().execute(async (tx) => {
    // Deleted rows count too: what users removed does not come back.
    const any = await tx.selectFrom(table).select('id').limit(1).executeTakeFirst()
    if (any) return
    await insert(tx, table, rows, asOf)
    const changes = { rows: [null, rows.length] } as const
    await recordSystemAudit(tx, { resource, action: 'seed', id: null, changes })
  })
}

function insert(tx: Tx, table: Table, rows: readonly LookupRow[], asOf: string) {
  const names = Object.keys(rows[0] ?? {}).filter((name) => name !== 'changed_days_ago')
  const columns = sql.join(names.map((name) => sql.ref(name)))
  const changedAt = sql`(${asOf}::date - coalesce((json->>'changed_days_ago')::int, 400)
    + time '09:30') AT TIME ZONE 'Asia/Manila'`
  const author = sql`(SELECT id FROM users WHERE email = ${AUTHOR})`
  return sql`
    INSERT INTO ${sql.table(table)} (${columns}, created_at, created_by, updated_at, updated_by)
    SELECT ${sql.join(names.map((name) => sql.ref(`r.${name}`)))}, ${changedAt}, NULL, ${changedAt}, ${author}
    FROM jsonb_array_elements(${JSON.stringify(rows)}::jsonb) AS json,
      jsonb_populate_record(NULL::${sql.table(table)}, json) AS r`.execute(tx)
}
