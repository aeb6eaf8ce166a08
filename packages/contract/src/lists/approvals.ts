import { APPROVAL_KINDS, APPROVAL_STATUSES, APPROVAL_VIEWS } from '../approvals.ts'
import { list } from '../list.ts'
import { keysOf, recordOf } from '../objects.ts'

const both = { filter: true, sort: true } as const
const kinds = recordOf(keysOf(APPROVAL_KINDS), (kind) => APPROVAL_KINDS[kind].label)

export const approvalsList = list({
  name: 'approvals',
  title: 'Approvals',
  fields: {
    what: { label: 'Request', type: 'text', filter: true },
    kind: { label: 'Kind', type: 'choice', options: kinds, ...both },
    requested_by: { label: 'Requested by', type: 'text', filter: true },
    requested_at: { label: 'Requested', type: 'time', ...both },
    status: { label: 'Status', type: 'choice', options: APPROVAL_STATUSES, ...both },
    expires_at: { label: 'Decide by', type: 'time', ...both },
    decided_by: { label: 'Decided by', type: 'text', filter: true },
    decided_at: { label: 'Decided', type: 'time', ...both },
    ticket_no: { label: 'Ticket', type: 'code', filter: true },
    view: { label: 'View', type: 'choice', options: APPROVAL_VIEWS, filter: true },
  },
  sort: ['requested_at:desc'],
})
