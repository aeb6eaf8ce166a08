import type { api } from '@backoffice/contract/api'
import { PURPOSES } from '@backoffice/contract/endpoints/files'
import type { Clock } from '../../adapters/clock.ts'
import type { Database } from '../../db/client.ts'
import type { Handlers } from '../../kernel/mount.ts'
import { fileFigures, inquiriesByPurpose, inquiryFigures, perDay } from './dashboard.store.ts'

export function dashboardHandlers({
  db,
  clock,
}: {
  db: Database
  clock: Clock
}): Handlers<(typeof api)['dashboard']> {
  return {
    files: async () => {
      const [figures, received_by_day] = await Promise.all([fileFigures(db), perDay(db, 'files')])
      const oldest_waiting_seconds = elapsed(figures.oldest_waiting_seconds)
      return { as_of: clock.now().toISOString(), ...figures, oldest_waiting_seconds, received_by_day }
    },
    inquiries: async () => {
      const [figures, purposes, by_day] = await Promise.all([
        inquiryFigures(db),
        inquiriesByPurpose(db),
        perDay(db, 'inquiries'),
      ])
      const by_purpose = PURPOSES.map((purpose) => ({
        purpose,
        count: purposes.find((each) => each.purpose === purpose)?.count ?? 0,
      })).filter((each) => each.count > 0)
      const oldest_open_seconds = elapsed(figures.oldest_open_seconds)
      return { as_of: clock.now().toISOString(), ...figures, oldest_open_seconds, by_purpose, by_day }
    },
  }
}

/** The clocks of the server and its database may differ by a little: no time is less than none. */
function elapsed(seconds: number | null): number | null {
  return seconds === null ? null : Math.max(0, seconds)
}
