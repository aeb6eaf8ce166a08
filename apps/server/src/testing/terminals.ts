import { api } from '@backoffice/contract/api'
import type pg from 'pg'
import { startTestSystem, type TestSystem } from './test-system.ts'

const ESTABLISHMENT = `INSERT INTO establishments (establishment_code, establishment_name, category, mcc, earn_allowed,
    redeem_allowed, earn_rate_pesos_per_point)
  VALUES ('FUELSTN', 'Service station', 'FUEL', '5541', true, true, 200)`
const COMPANIES = `INSERT INTO company_groups (company_code, company_name, group_code, group_name, status) VALUES
  ('NLF', 'Northline Fuels Inc.', 'FUEL', 'Fuel partners', 'ACTIVE'), ('MBR', 'Mabini Retail Corp.', 'STORES', 'Stores', 'ACTIVE'),
  ('OLD', 'Old Company', 'STORES', 'Stores', 'INACTIVE')`
const BRANCHES = `INSERT INTO branches (company_code, branch_code, branch_name, establishment_code, region, province, city, status)
  SELECT company_code, branch_code, 'Branch ' || branch_code, 'FUELSTN', 'Region III (Central Luzon)', 'Tarlac',
    'City of Tarlac', status
  FROM (VALUES ('NLF', '0417', 'ACTIVE'), ('NLF', '0419', 'ACTIVE'), ('NLF', '0999', 'INACTIVE'), ('MBR', '0101', 'ACTIVE'),
    ('OLD', '0001', 'ACTIVE')) AS b (company_code, branch_code, status)`

/** Inserts companies NLF, MBR and the retired OLD; branches NLF 0417, 0419 and the retired 0999, MBR 0101, OLD 0001. */
export async function addBranches(pool: Pick<pg.Pool, 'query'>): Promise<void> {
  for (const sql of [ESTABLISHMENT, COMPANIES, BRANCHES]) await pool.query(sql)
}

export async function startTerminalSystem(options?: Parameters<typeof startTestSystem>[0]) {
  const system = await startTestSystem(options)
  await addBranches(system.pool)
  return system
}

type Place = { company_code: string; branch_code: string }

export function upsert(
  system: TestSystem,
  query: { terminal_id?: string } & Partial<Place>,
  { version, as = 'lookup' }: { version?: number; as?: string } = {},
) {
  return system.send(api.terminals.upsert, { query, version }, as)
}
