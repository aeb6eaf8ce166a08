import type { api } from '@backoffice/contract/api'
import type { AuditRow } from '@backoffice/contract/endpoints/audit'
import type { Clock } from '../../adapters/clock.ts'
import type { Database } from '../../db/client.ts'
import type { SendJob } from '../../jobs/queue.ts'
import type { Handlers } from '../../kernel/mount.ts'
import { startExport } from '../files/start-export.ts'
import { listAudit } from './audit.store.ts'

type Deps = { db: Database; clock: Clock; sendJob: SendJob }

export function auditHandlers(deps: Deps): Handlers<(typeof api)['audit']> {
  const { db } = deps
  return {
    list: async ({ body }) => {
      const { rows, ...page } = await listAudit(db, body)
      const items = rows.map(
        ({ actor_id, actor_name, resource_id, record_label, at, changes, ...row }): AuditRow => ({
          ...row,
          at: at.toISOString(),
          actor: { id: actor_id, name: actor_name },
          record: resource_id === null ? null : { id: resource_id, label: record_label },
          changes,
        }),
      )
      return { items, ...page }
    },

    export: async ({ body }, { caller }) =>
      startExport(deps, { category: 'AUDIT', name: 'audit', query: body, caller, owner: null }),
  }
}
