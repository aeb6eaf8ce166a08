import { elementAt } from '@backoffice/contract/objects'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../db/client.ts'
import { dayText } from './calendar-days.ts'
import type { LookupRow } from './lookup-row.ts'
import { createRandom, type Random } from './seeded-random.ts'

export type Company = {
  code: 'NLF' | 'MBR' | 'TLS' | 'KSN' | 'BYH' | 'SRV'
  source: 'POS' | 'FUEL' | 'ONLINE' | 'KIOSK'
  branches: number
  /** Share of all transactions. */
  weight: number
  /** Typical ticket in pesos. */
  ticket: number
  receipt: string
}

/** Fictional names and codes. */
export const COMPANIES: readonly Company[] = [
  { code: 'NLF', source: 'FUEL', branches: 120, weight: 30, ticket: 1400, receipt: 'N' },
  { code: 'MBR', source: 'POS', branches: 96, weight: 28, ticket: 1900, receipt: 'M' },
  { code: 'TLS', source: 'POS', branches: 84, weight: 20, ticket: 1200, receipt: 'T' },
  { code: 'KSN', source: 'POS', branches: 60, weight: 12, ticket: 650, receipt: 'K' },
  { code: 'BYH', source: 'ONLINE', branches: 4, weight: 6, ticket: 2400, receipt: 'B' },
  { code: 'SRV', source: 'KIOSK', branches: 36, weight: 4, ticket: 900, receipt: 'S' },
]
/** Seed of the installed demo. */
export const DEMO_SEED = 1
const TERMINALS_EACH = 7
const MAPPED_SHARE = 0.995

export type Terminal = {
  id: string
  company: Company
  branch: string
  /** False if not entered yet, so that its transactions have only the source's id. */
  isMapped: boolean
}

/** Code of the branch at an index of its company: 0101, 0103 … */
export const branchCode = (index: number) => String(101 + index * 2).padStart(4, '0')

/** About 400 branches and 3,000 terminals, busiest first. */
export function createTerminals(seed: number): Map<Company, Terminal[]> {
  const random = createRandom(seed)
  return new Map(
    COMPANIES.map((company, index) => [
      company,
      Array.from({ length: company.branches * TERMINALS_EACH }, (_, i): Terminal => {
        const branch = branchCode(Math.floor(i / TERMINALS_EACH))
        const id = `${((index + 5) % 9) + 1}${branch}${String((i % TERMINALS_EACH) + 1).padStart(3, '0')}`
        return { id, company, branch, isMapped: random.chance(MAPPED_SHARE) }
      }),
    ]),
  )
}

const TOTAL_WEIGHT = COMPANIES.reduce((sum, { weight }) => sum + weight, 0)

export function pickTerminal(terminals: ReadonlyMap<Company, Terminal[]>, random: Random): Terminal {
  let left = random.next() * TOTAL_WEIGHT
  const company = COMPANIES.find(({ weight }) => {
    left -= weight
    return left < 0
  })
  const list = terminals.get(company ?? elementAt(COMPANIES, 0)) ?? []
  // The square favours the first terminals.
  return elementAt(list, Math.floor(random.next() ** 2 * list.length))
}

/** Used and mapped terminals, some removed and some future ones. `asOf` counts days since 1970-01-01. */
export function terminals(asOf: number): LookupRow[] {
  const all = [...createTerminals(DEMO_SEED).values()].flat()
  const rows = all
    .filter(({ isMapped }) => isMapped)
    .map(({ id, company, branch }, index) => ({
      ...{ terminal_id: id, company_code: company.code },
      branch_code: index % 70 === 3 ? oldBranch(branch) : branch,
      ...{ status: 'ACTIVE', effective_from: null, effective_to: null },
      changed_days_ago: 30 + ((index * 53) % 650),
    }))
  const others = all
    .filter((_, index) => index % 60 === 7)
    .map(({ id, company, branch }, index) => {
      const isComing = index % 5 === 0
      return {
        ...{ terminal_id: id.replace(/\d{3}$/, isComing ? '0C1' : '9X1'), company_code: company.code },
        ...{ branch_code: branch, status: index % 3 === 1 ? 'INACTIVE' : 'ACTIVE' },
        effective_from: isComing ? dayText(asOf + 4 + index) : null,
        effective_to: isComing ? null : dayText(asOf - 30 - index * 3),
        changed_days_ago: isComing ? index % 6 : 20 + index,
      }
    })
  return [...rows, ...others]
}

/** The former branch of a moved terminal is the neighbouring one. */
function oldBranch(branch: string): string {
  return String(Number(branch) === 101 ? 103 : Number(branch) - 2).padStart(4, '0')
}

/** Moves terminals to the branch in their id, within the last 40 days. */
export async function moveTerminals(tx: Tx, asOf: string, author: RawBuilder<string>): Promise<void> {
  await sql`UPDATE terminals t SET branch_code = moved.branch_code, version = 2, updated_by = ${author},
      updated_at = (${asOf}::date - (moved.number % 40)::int + time '10:15') AT TIME ZONE 'Asia/Manila'
    FROM (
      SELECT id, substr(terminal_id, 2, 4) AS branch_code, row_number() OVER (ORDER BY terminal_id) AS number
      FROM terminals WHERE branch_code <> substr(terminal_id, 2, 4)
    ) AS moved WHERE moved.id = t.id`.execute(tx)
}
