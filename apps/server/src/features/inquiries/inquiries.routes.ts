import { may } from '@backoffice/contract/access'
import type { api } from '@backoffice/contract/api'
import type { Inquiry } from '@backoffice/contract/inquiries'
import { startExport } from '../../files/tracked/start-export.ts'
import type { Handlers } from '../../kernel/mount.ts'
import { exportTransactions } from '../transactions/export-transactions.ts'
import { type ConfirmDeps, confirm } from './confirm.ts'
import { listInquiries } from './inquiries.store.ts'
import { readResult } from './inquiry-access.ts'
import { runSingle } from './run-single.ts'

type Deps = ConfirmDeps & Parameters<typeof runSingle>[0]

export function inquiriesHandlers(deps: Deps): Handlers<(typeof api)['inquiries']> {
  const [runFile, runOne] = [confirm(deps), runSingle(deps)]
  return {
    run: async (received, call) =>
      received.body.mode === 'FILE' ? runFile(received, call) : runOne(received, call),

    get: async ({ params }, { caller }) => readResult(deps, params.id, caller, deps.clock.now()),

    exportAnswer: async ({ params, body }, { caller }) => {
      const found = await readResult(deps, params.id, caller, deps.clock.now())
      const name = `inquiry_${found.as_of}_${found.id.slice(0, 8)}`
      const resource = await exportTransactions(name, found.items, body)
      const changes = {
        rows: [null, found.items.length],
        columns: [null, body.columns],
        ...(body.format !== 'csv' && { format: [null, body.format] as const }),
      } as const
      return async () => ({ resource, audit: [{ changes }] })
    },

    list: async ({ body }, { caller }) => {
      const owner = may(caller.access, 'inquiry:view-all') ? null : caller.id
      const { rows, ...page } = await listInquiries(deps.db, body, owner)
      const items = rows.map(
        (row): Inquiry => ({
          id: row.id,
          mode: row.mode,
          subject: row.subject,
          outcome: row.outcome,
          purpose: row.purpose,
          state: row.state,
          ticket_no: row.ticket_no,
          as_of: row.as_of,
          owner: { id: row.owner_id, name: row.owner_name },
          created_at: row.created_at.toISOString(),
          source_filekey: row.source_filekey,
          file_name: row.file_name,
          rows: row.rows,
          found: row.found,
          not_found: row.not_found,
        }),
      )
      return { items, ...page }
    },

    export: async ({ body }, { caller }) => {
      const owner = may(caller.access, 'inquiry:view-all') ? null : caller.id
      return startExport(deps, { category: 'SMAC_INQUIRY', name: 'inquiries', query: body, caller, owner })
    },
  }
}
