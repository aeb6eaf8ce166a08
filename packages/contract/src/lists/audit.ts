import { AUDIT_ACTIONS, AUDIT_RESOURCES } from '../audit.ts'
import { list } from '../list.ts'

/** `outcome` on the wire: `stale` is a refusal because the row had been saved in the meantime. */
export const AUDIT_OUTCOMES = { done: 'Done', refused: 'Refused', stale: 'Out of date' } as const
export type AuditOutcome = keyof typeof AUDIT_OUTCOMES

export const auditList = list({
  name: 'audit',
  title: 'Events',
  fields: {
    at: { label: 'Time', type: 'time', filter: true, sort: true },
    /** A user's id, name or e-mail, or `system`. */
    actor: { label: 'Who', type: 'code', filter: true },
    action: { label: 'Did what', type: 'choice', options: AUDIT_ACTIONS, filter: true },
    resource: { label: 'To what', type: 'choice', options: AUDIT_RESOURCES, filter: true },
    /** By its id, or by what it is called now. */
    record: { label: 'Record', type: 'code', filter: true },
    outcome: { label: 'Outcome', type: 'choice', options: AUDIT_OUTCOMES, filter: true },
    /** By at least the first eight characters of its id or of the client's; with every attempt of the same call. */
    request_id: { label: 'Request', type: 'code', filter: true },
    client_request_id: { label: 'Client request', type: 'code' },
    reason: { label: 'Reason', type: 'text' },
    changes: { label: 'Changes', type: 'text' },
    count: { label: 'Times', type: 'number' },
  },
  sort: ['at:desc'],
})
