import { may } from '@backoffice/contract/access'
import type { api } from '@backoffice/contract/api'
import type { Inquiry } from '@backoffice/contract/endpoints/inquiries'
import type { Handlers } from '../../kernel/mount.ts'
import { startExport } from '../files/start-export.ts'
import { type ConfirmDeps, confirm } from './confirm.ts'
import { listInquiries } from './inquiries.store.ts'

export function inquiriesHandlers(deps: ConfirmDeps): Handlers<(typeof api)['inquiries']> {
  return {
    run: confirm(deps),

    list: async ({ body }, { caller }) => {
      const owner = may(caller.access, 'inquiry:view-all') ? null : caller.id
      const { rows, ...page } = await listInquiries(deps.db, body, owner)
      const items = rows.map(
        (row): Inquiry => ({
          id: row.id,
          mode: 'FILE',
          // The CHECK of `purpose` and `transitionFile` allow only the values of the contract.
          purpose: row.purpose as Inquiry['purpose'],
          state: row.state as Inquiry['state'],
          ticket_no: row.ticket_no,
          as_of: row.as_of,
          owner: { id: row.owner_id, name: row.owner_name },
          created_at: row.created_at.toISOString(),
          source_filekey: row.source_filekey,
          file_name: row.file_name,
          rows: row.total,
          found: row.found,
          not_found: row.not_found,
        }),
      )
      return { items, ...page }
    },

    export: async ({ body: asked }, { caller }) => {
      const owner = may(caller.access, 'inquiry:view-all') ? null : caller.id
      return startExport(deps, { category: 'SMAC_INQUIRY', name: 'inquiries', asked, caller, owner })
    },
  }
}
