import type { api } from '@backoffice/contract/api'
import type { AuditRow } from '@backoffice/contract/audit'
import type { Database } from '../../db/client.ts'
import { startExport } from '../../files/tracked/file-jobs.ts'
import type { SendJob } from '../../jobs/queue.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Handlers } from '../../kernel/mount.ts'
import { listAudit } from './audit.store.ts'
import { peopleOfEvent } from './event-names.ts'

type Deps = { db: Database; clock: Clock; sendJob: SendJob }

export function auditHandlers(deps: Deps): Handlers<(typeof api)['audit']> {
  const { db } = deps
  return {
    list: async ({ body }) => {
      const { rows, ...page } = await listAudit(db, body)
      const items = rows.map(
        ({ at, resource_id, record_label, client_address: address, device, ...row }): AuditRow => ({
          ...row,
          ...peopleOfEvent(row),
          at: at.toISOString(),
          client: address === null && device === null ? null : { address, device },
          record: resource_id === null ? null : { id: resource_id, label: record_label },
        }),
      )
      return { items, ...page }
    },

    export: async ({ body }, { caller }) =>
      startExport(deps, { category: 'AUDIT', name: 'audit', query: body, caller, owner: null }),
  }
}
