import type { Approval } from '@backoffice/contract/approvals'

/** A request of the tests. */
export const BENITO = { id: '01900000-0000-7000-8000-00000000000a', name: 'Benito Cruz' }
export const MARIA = { id: '01900000-0000-7000-8000-00000000000b', name: 'Maria Reyes' }
export const CARLA = { id: '01900000-0000-7000-8000-00000000000c', name: 'Carla Lim' }

export const IMPACT: NonNullable<Approval['impact']> = {
  impact_version: 'i1',
  user_count: 12,
  gains: [
    {
      type: 'permission',
      name: 'card:unmask',
      label: 'Reveal card numbers',
      risk: 'HIGH',
      user_count: 1,
      users: [MARIA],
    },
  ],
  losses: [
    {
      type: 'permission',
      name: 'inquiry:export',
      label: 'Export inquiries',
      risk: 'LOW',
      user_count: 1,
      users: [CARLA],
    },
  ],
  kept: [],
}

/** Maria, who gets another role. */
export const A_USER: Approval['users'][number] = {
  key: MARIA.id,
  ...MARIA,
  email: 'maria.reyes@backoffice.test',
  contact: null,
  department: 'Member service',
  role_before: 'Inquiry agent',
  role: 'Inquiry supervisor',
  policies_before: [],
  policies: [],
  same_contact: [],
  similar: [],
}

export function anApproval(fields: Partial<Approval> = {}): Approval {
  return {
    id: '01900000-0000-7000-8000-000000000001',
    kind: 'HIGH_RISK_GRANT',
    what: 'Change role Inquiry agent',
    status: 'PENDING',
    requested_by: BENITO,
    requested_at: '2026-11-24T01:12:00Z',
    expires_at: '2026-11-27T01:12:00Z',
    decided_by: null,
    decided_at: null,
    decision_reason: null,
    reason: 'The day desk reads numbers back to callers.',
    ticket_no: 'OPS-20455',
    count: 12,
    unit: 'user',
    is_high_risk: true,
    undecidable: null,
    record: { resource: 'role', id: '01900000-0000-7000-8000-00000000000d' },
    impact: IMPACT,
    content_hash: 'h1',
    is_own: false,
    users: [A_USER],
    users_total: 1,
    takers: [],
    requested_access: null,
    changes: [],
    changes_total: 0,
    row_count: null,
    use: null,
    later_changes: [],
    ...fields,
  }
}
