import { api } from '@backoffice/contract/api'
import { wireValue } from '@backoffice/contract/field-types'
import { type TableEndpoints, tableEndpoints } from '@backoffice/contract/lookup-tables'
import { placesBelow } from '@backoffice/contract/places'
import {
  ownCode,
  type ReferencedTable,
  type TableDeclaration,
  unmaskedColumns,
} from '@backoffice/contract/table'
import { terminals } from '@backoffice/contract/tables/terminals'
import type pg from 'pg'
import { addBranches } from './terminals.ts'
import type { TestSystem } from './test-system.ts'

/** Values as in forms and files. */
export type Texts = Record<string, string | null>

/** Codes of `addMasters` that are in force. */
export const IN_FORCE: Readonly<Record<ReferencedTable, string>> = {
  'lookup/company_group': 'NLF',
  'glass/branch': '0417',
  'glass/establishment': 'FUELSTN',
  'glass/payment_method': 'CSH',
  'glass/transaction_code': '1000',
}
export const RETIRED: Readonly<Record<ReferencedTable, string>> = {
  'lookup/company_group': 'OLD',
  'glass/branch': '0999',
  'glass/establishment': 'OLDSTN',
  'glass/payment_method': 'OLD',
  'glass/transaction_code': '9999',
}

/** Inserts rows that other tables can refer to. */
export async function addMasters(pool: Pick<pg.Pool, 'query'>): Promise<void> {
  await addBranches(pool)
  await pool.query(`INSERT INTO establishments (establishment_code, establishment_name, category, mcc, earn_allowed,
      redeem_allowed, earn_rate_pesos_per_point, status)
    VALUES ('OLDSTN', 'Old', 'FUEL', '5541', true, true, 200, 'INACTIVE')`)
  await pool.query(`INSERT INTO payment_methods
      (payment_method_code, name, type, earns_points, requires_reference, settlement_days, sort_order, status)
    VALUES ('CSH', 'Cash', 'CASH', true, false, 0, 1, 'ACTIVE'), ('OLD', 'Old', 'CASH', true, false, 0, 1, 'INACTIVE')`)
  await pool.query(`INSERT INTO transaction_codes (tran_code, description, class, points_sign, reverses, processing_code,
      posts_to_ledger, requires_reason, status)
    VALUES ('1000', 'Earn', 'EARN', '1', NULL, '000000', true, false, 'ACTIVE'),
      ('1900', 'Earn reversal', 'REVERSAL', '-1', '1000', '020000', true, false, 'ACTIVE'),
      ('9999', 'Old', 'EARN', '1', NULL, '000000', true, false, 'INACTIVE')`)
}

const CODES: Readonly<Record<string, (number: number) => string>> = {
  mcc: () => '5541',
  processing_code: () => '000000',
  cutoff_time: () => '23:59',
}
let made = 0

/** Valid values from the table's declaration, with a new key and all possible fields filled. */
export function validRow(table: TableDeclaration): Texts {
  made += 1
  const values: Texts = {}
  for (const [name, field] of Object.entries(table.fields)) {
    const { type, max, label, options, reference, place, requiredWhen, optional } = field
    if (requiredWhen || (optional && table.ranges?.some(({ from, to }) => from === name || to === name)))
      values[name] = null
    else if (place) values[name] = placesBelow(place.map((each) => values[each] ?? ''))[0] ?? null
    else if (options) values[name] = Object.keys(options)[0] ?? null
    else if (reference) values[name] = IN_FORCE[reference.table]
    else if (type === 'integer') values[name] = '7'
    else if (type === 'decimal') values[name] = '150.25'
    else if (type === 'date') values[name] = '2026-01-31'
    else if (name === 'contact_email') values[name] = 'desk@backoffice.test'
    else if (name === 'contact_phone') values[name] = '+639171234567'
    else if (name === 'tin') values[name] = '123456789'
    else if (type === 'text') values[name] = `${label} ${made}`.slice(0, max)
    else values[name] = (CODES[name] ?? ((number) => codeOf(number, Math.min(max, 8))))(made)
  }
  return { ...values, status: 'ACTIVE', effective_from: null, effective_to: null }
}

/** Code with leading zeros and letters at the end, such as `0000A1`. */
const codeOf = (number: number, length: number) =>
  `A${number.toString(36)}`.toUpperCase().padStart(Math.max(length, 3), '0').slice(-length)

/** Values as in a call. */
export function wireRow({ fields }: TableDeclaration, values: Texts) {
  return Object.fromEntries(
    Object.entries(values).map(([name, text]) => [name, wireValue(fields[name]?.type, text)]),
  )
}

/** Creates a row like the table's screen. */
export function createRow(system: TestSystem, table: TableDeclaration, values: Texts, as = 'admin') {
  if (table.name === terminals.name) {
    const { terminal_id, company_code, branch_code } = values
    const query = {
      terminal_id: terminal_id ?? '',
      company_code: company_code ?? '',
      branch_code: branch_code ?? '',
    }
    return system.send(api.terminals.upsert, { query }, as)
  }
  // The input follows the declaration, but the general type does not.
  return system.send(endpointsOf(table).create, { body: wireRow(table, values) as never }, as)
}

export const endpointsOf = (table: TableDeclaration): TableEndpoints => tableEndpoints(table)

/** A file in the form of the table's template. */
export function fileOf(table: TableDeclaration, rows: readonly Texts[]): string {
  const names = unmaskedColumns(table)
  const cell = (text: string | null | undefined) => `"${(text ?? '').replaceAll('"', '""')}"`
  return [names.join(), ...rows.map((row) => names.map((name) => cell(row[name])).join())].join('\n')
}

/** The row in the database. */
export async function storedRow(
  system: TestSystem,
  table: TableDeclaration,
  code: string | null | undefined,
) {
  const { rows } = await system.pool.query<Record<string, unknown>>(
    `SELECT * FROM ${table.name} WHERE ${ownCode(table)} = $1 AND deleted_at IS NULL`,
    [code],
  )
  return rows
}
