import type { dashboardEndpoints } from '@backoffice/contract/dashboard'
import type { Reply } from '@backoffice/contract/endpoint'
import { sql } from 'kysely'
import { onlyRow, type Reader } from '../../db/client.ts'
import { addDays, startOfDay } from './business-date.ts'

type CaseFigures = Pick<
  Reply<typeof dashboardEndpoints.cases>,
  'open' | 'overdue' | 'unassigned' | 'sent' | 'resolved'
>

/** `day`: business date of the resolved cases. */
export async function caseFigures(db: Reader, day: string, today: string): Promise<CaseFigures> {
  const { rows } = await sql<CaseFigures>`
    SELECT count(*)::int AS open, (count(*) FILTER (WHERE due_on < ${today}::date))::int AS overdue,
      (count(*) FILTER (WHERE assignee_id IS NULL))::int AS unassigned,
      (count(*) FILTER (WHERE status = 'SENT'))::int AS sent,
      (SELECT count(*)::int FROM cases WHERE status = 'RESOLVED'
        AND resolved_at >= ${startOfDay(day)} AND resolved_at < ${startOfDay(addDays(day, 1))}) AS resolved
    FROM cases WHERE status IN ('OPEN', 'SENT')`.execute(db)
  return onlyRow(rows)
}
