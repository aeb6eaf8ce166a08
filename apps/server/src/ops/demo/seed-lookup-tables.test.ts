import { TABLES, tableAt } from '@backoffice/contract/tables/tables'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, createPool, type Database } from '../../db/client.ts'
import { useTestDatabase } from '../../testing/use-test-database.ts'
import { copySumsAsOwner } from '../load/owner-connections.ts'
import { loadDemoCards } from './load-demo-cards.ts'
import { seedLookupTables } from './seed-lookup-tables.ts'

const AS_OF = '2026-11-20'
const CONTENT = `SELECT md5(string_agg(
    concat_ws(' ', source_system, tender_id, tender_name, company_code, bin_from, status, effective_from,
      effective_to, updated_at), '' ORDER BY source_system, tender_id, company_code)) AS tenders
  FROM tenders WHERE deleted_at IS NULL`

const database = useTestDatabase()
let db: Database
beforeAll(async () => {
  db = createDatabase(createPool(database.url, { max: 1 }))
  await loadDemoCards({ client: database.ledger, cards: 8_000, asOf: AS_OF })
  await copySumsAsOwner(database)
  await seedLookupTables(db, AS_OF)
})
afterAll(() => db.destroy())

/** Columns of the transactions with the types in the main database, which has the lookup tables. */
const CODES = {
  ...{
    source_system: 'text',
    source_tender_id: 'text',
    source_tran_code: 'text',
    tran_code: 'text',
    tran_class: 'text',
  },
  ...{
    company_code: 'text',
    branch_code: 'text',
    terminal_id: 'text',
    payment_method_code: 'text',
    business_date: 'date',
  },
}

/** Runs a `query` of transactions `t` with lookup tables. */
async function ofTransactions(query: string) {
  const { rows } = await database.ledger.query(`SELECT DISTINCT ${Object.keys(CODES)} FROM transactions`)
  const columns = Object.entries(CODES).map((column) => column.join(' '))
  return database.client.query(
    `WITH t AS (SELECT * FROM jsonb_to_recordset($1) AS t (${columns})) ${query}`,
    [JSON.stringify(rows)],
  )
}

test('every demo transaction has a tender of its payment method, except those of the unmapped number', async () => {
  const { rows } = await ofTransactions(
    `SELECT DISTINCT source_tender_id FROM t
     WHERE source_tender_id IS NOT NULL AND NOT EXISTS (
       SELECT FROM tenders r
       WHERE (r.source_system, r.tender_id) = (t.source_system, t.source_tender_id)
         AND r.company_code IN (t.company_code, '*') AND r.status = 'ACTIVE'
         AND coalesce(r.effective_from <= t.business_date, true) AND coalesce(r.effective_to >= t.business_date, true)
         AND (t.tran_class = 'REDEEM' OR r.payment_method_code = t.payment_method_code)
     ) ORDER BY 1`,
  )
  expect(rows.map(({ source_tender_id }) => source_tender_id)).toEqual(['61', '71', '88', '90'])
})

test('every referenced code is in its table', async () => {
  for (const table of TABLES) {
    for (const [field, { reference }] of Object.entries(table.fields)) {
      if (!reference) continue
      const { name, fields } = tableAt(reference.table)
      const own = Object.keys(fields).find((each) => each === field) ?? 'tran_code'
      const shared = (reference.within ?? []).map((each) => `AND other.${each} = t.${each}`).join(' ')
      const { rows } = await database.client.query(
        `SELECT ${field} FROM ${table.name} t WHERE ${field} IS NOT NULL AND ${field} <> '*' AND NOT EXISTS (
           SELECT FROM ${name} other WHERE other.${own} = t.${field} ${shared})`,
      )
      expect([table.name, field, rows]).toEqual([table.name, field, []])
    }
  }
})

test('every mapped demo transaction has the codes of its tables', async () => {
  const { rows } = await ofTransactions(
    `SELECT DISTINCT source_tran_code FROM t WHERE tran_code IS NOT NULL AND NOT EXISTS (
       SELECT FROM trancodes r WHERE (r.source_system, r.source_code, r.tran_code) = (t.source_system, t.source_tran_code, t.tran_code))
     UNION ALL SELECT DISTINCT terminal_id FROM t WHERE terminal_id IS NOT NULL AND NOT EXISTS (
       SELECT FROM terminals r WHERE (r.terminal_id, r.company_code, r.branch_code) = (t.terminal_id, t.company_code, t.branch_code))
     UNION ALL SELECT DISTINCT branch_code FROM t WHERE branch_code IS NOT NULL AND NOT EXISTS (
       SELECT FROM branches r WHERE (r.company_code, r.branch_code) = (t.company_code, t.branch_code))`,
  )
  expect(rows).toEqual([])
})

test('there are gaps of each kind, and moves', async () => {
  const { rows } = await database.client.query(
    `SELECT count(*) FILTER (WHERE kind = 'TENDER_GAP')::int AS tenders, count(*) FILTER (WHERE kind = 'TRANCODE_GAP')::int AS trancodes,
       count(*) FILTER (WHERE kind = 'TERMINAL_GAP')::int AS terminals, (SELECT count(*)::int FROM terminal_moves) AS moves
     FROM code_usage`,
  )
  expect(Math.min(...Object.values<number>(rows[0])), JSON.stringify(rows[0])).toBeGreaterThan(0)
})

test('there are tenders in every state', async () => {
  const { rows } = await database.client.query(
    `SELECT count(*) FILTER (WHERE status = 'INACTIVE')::int AS inactive,
       count(*) FILTER (WHERE effective_to < $1)::int AS ended,
       count(*) FILTER (WHERE effective_from > $1)::int AS later,
       count(*) FILTER (WHERE effective_to BETWEEN $1 AND $1::date + 30)::int AS soon,
       count(bin_from)::int AS ranges
     FROM tenders`,
    [AS_OF],
  )
  const counts = Object.values<number>(rows[0])
  expect(Math.min(...counts), JSON.stringify(rows[0])).toBeGreaterThan(3)
})

test('the rows are deterministic for a day', async () => {
  const { client } = database
  const { rows: first } = await client.query(CONTENT)
  await client.query('DELETE FROM tenders')
  await seedLookupTables(db, AS_OF)
  expect((await client.query(CONTENT)).rows).toEqual(first)
})

test('deleted and changed rows are not restored', async () => {
  const { client } = database
  await client.query("UPDATE tenders SET deleted_at = now() WHERE tender_id = '01'")
  await client.query("UPDATE tenders SET tender_name = 'Renamed' WHERE tender_id = '02'")
  const { rows: before } = await client.query(CONTENT)
  await seedLookupTables(db, AS_OF)
  expect((await client.query(CONTENT)).rows).toEqual(before)
})
