import type { api } from '@backoffice/contract/api'
import { PURPOSES } from '@backoffice/contract/purposes'
import type { Clock } from '../../adapters/clock.ts'
import type { Database } from '../../db/client.ts'
import type { Handlers } from '../../kernel/mount.ts'
import { countPerDay, fileStatistics, inquiriesByPurpose, inquiryStatistics } from './dashboard.store.ts'

export function dashboardHandlers({
  db,
  clock,
}: {
  db: Database
  clock: Clock
}): Handlers<(typeof api)['dashboard']> {
  return {
    files: async () => {
      const [figures, received_by_day] = await Promise.all([fileStatistics(db), countPerDay(db, 'files')])
      const oldest_waiting_seconds = notNegative(figures.oldest_waiting_seconds)
      return { as_of: clock.now().toISOString(), ...figures, oldest_waiting_seconds, received_by_day }
    },
    inquiries: async () => {
      const [figures, purposes, by_day] = await Promise.all([
        inquiryStatistics(db),
        inquiriesByPurpose(db),
        countPerDay(db, 'inquiries'),
      ])
      const by_purpose = PURPOSES.map((purpose) => ({
        purpose,
        count: purposes.find((each) => each.purpose === purpose)?.count ?? 0,
      })).filter((each) => each.count > 0)
      const oldest_open_seconds = notNegative(figures.oldest_open_seconds)
      return { as_of: clock.now().toISOString(), ...figures, oldest_open_seconds, by_purpose, by_day }
    },
  }
}

/** The clocks of the server and the database may differ slightly. */
function notNegative(seconds: number | null): number | null {
  return seconds === null ? null : Math.max(0, seconds)
}
