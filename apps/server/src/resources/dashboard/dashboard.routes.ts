import type { api } from '@backoffice/contract/api'
import { PURPOSES } from '@backoffice/contract/endpoints/files'
import type { Database } from '../../db/client.ts'
import type { Handlers } from '../../kernel/mount.ts'
import type { Clock } from '../../outside/clock.ts'
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
      return { as_of: clock.now().toISOString(), ...figures, received_by_day }
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
      return { as_of: clock.now().toISOString(), ...figures, by_purpose, by_day }
    },
  }
}
