import { AUDIT_ACTIONS, AUDIT_RESOURCES } from '../audit.ts'
import { list } from '../list.ts'
import { sortedByLabel } from '../objects.ts'

/** Not offered as a filter, because only an installation with demo data has it. */
const { seed: _, ...ACTIONS } = AUDIT_ACTIONS

/** `stale`: refused because the row had been saved in the meantime. */
export const AUDIT_OUTCOMES = { done: 'Done', refused: 'Refused', stale: 'Out of date' } as const
export type AuditOutcome = keyof typeof AUDIT_OUTCOMES

export const AUDIT_LOGS = { security: 'Sign-ins and sessions' } as const

export const auditList = list({
  name: 'audit',
  title: 'Events',
  fields: {
    at: { label: 'Time', type: 'time', filter: true, sort: true },
    /** Matches a user's id, name or email, or `system`, `operator` or `unknown`. */
    actor: { label: 'Who', type: 'code', filter: true },
    action: { label: 'Action', type: 'choice', options: sortedByLabel(ACTIONS), filter: true },
    resource: { label: 'Target type', type: 'choice', options: sortedByLabel(AUDIT_RESOURCES), filter: true },
    /** Matches the id or the current name. */
    record: { label: 'Target', type: 'code', filter: true },
    outcome: { label: 'Outcome', type: 'choice', options: AUDIT_OUTCOMES, filter: true },
    /** Matches at least the first eight characters of our or the client's id; includes all attempts of the call. */
    request_id: { label: 'Request', type: 'code', filter: true },
    client_request_id: { label: 'Client request', type: 'code' },
    reason: { label: 'Reason', type: 'text' },
    /** Matches a whole IP address. */
    client_address: { label: 'Address', type: 'code', filter: true },
    device: { label: 'Device', type: 'text' },
    allowed_by: { label: 'Allowed by', type: 'text' },
    approved_by: { label: 'Approved by', type: 'text' },
    changes: { label: 'Changes', type: 'text' },
    count: { label: 'Times', type: 'number' },
    log: { label: 'Log', type: 'choice', options: AUDIT_LOGS, filter: true },
    /** Matches the id of the file whose import or action wrote the event. */
    file: { label: 'Written by file', type: 'code', filter: true },
  },
  sort: ['at:desc'],
})
