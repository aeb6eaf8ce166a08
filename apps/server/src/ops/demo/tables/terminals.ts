import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../db/client.ts'
import { dayText } from './calendar-days.ts'
import type { LookupRow } from './lookup-row.ts'
import { createTerminals, DEMO_SEED } from './terminal-ids.ts'

/** Used and mapped terminals, some removed and some future ones. `asOf`: days since 1970-01-01. */
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

/** Former branch of a moved terminal: the neighbouring one. */
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
