import type { Approval, ApprovalRow } from '@backoffice/contract/approvals'
import type { TrackedFile } from '@backoffice/contract/files'
import { openEvent } from './acts.ts'
import type { Arrangement } from './arrange.ts'
import { rowScenes } from './request-rows.ts'
import { affected } from './scenes-access.ts'
import { before, edit, fulfil, press, reply, type Scene, see, seeRole, tidy } from './steps.ts'

const person = (at: number, name: string) => ({ id: `01900000-0000-7000-8000-0000000000${at + 10}`, name })
const BENITO = person(1, 'Benito Cruz')
const MARIA = person(2, 'Maria Reyes')
const DENNIS = person(3, 'Dennis Pascual')
const CARLA = person(4, 'Carla Lim')
const ALMA = person(5, 'Alma Dizon')
const BERNARD = person(6, 'Bernard Tolentino')

const idOf = (at: number) => `01900000-0000-7000-8000-00000000000${at}`
const row = (at: number, fields: Partial<ApprovalRow>): ApprovalRow => ({
  id: idOf(at),
  kind: 'HIGH_RISK_GRANT',
  what: 'Change role Inquiry agent',
  status: 'PENDING',
  requested_by: BENITO,
  requested_at: '2026-11-24T01:12:00Z',
  expires_at: '2026-11-27T01:12:00Z',
  decided_by: null,
  decided_at: null,
  decision_reason: null,
  reason: 'From 1 December the day desk reads numbers back to callers. The night desk already does.',
  ticket_no: 'OPS-20455',
  count: 12,
  unit: 'user',
  is_high_risk: true,
  undecidable: null,
  ...fields,
})

const OPEN = [
  row(1, {}),
  row(2, { what: 'Card reveal for 7 days', requested_by: MARIA, count: 1, ticket_no: 'OPS-20461' }),
  row(3, {
    kind: 'TERMINAL_MOVE',
    what: 'Move 14 terminals',
    requested_by: DENNIS,
    count: 14,
    unit: 'terminal',
    is_high_risk: false,
    ticket_no: null,
    reason: null,
  }),
]
const ended = { decided_by: ALMA, decided_at: '2026-11-23T07:02:00Z' }
const DECIDED = [
  row(4, {
    ...ended,
    kind: 'MASS_CHANGE',
    what: 'Import tenders-november.csv',
    status: 'EXECUTED',
    requested_by: CARLA,
    count: 1204,
    unit: 'row',
    is_high_risk: false,
  }),
  row(5, { ...ended, what: 'Enable Ferdinand Salazar', status: 'REJECTED', count: 1 }),
  row(6, {
    ...ended,
    kind: 'BIN_RANGE',
    what: 'Change tender POS 0013',
    status: 'STALE',
    decision_reason: 'Someone else changed this tender in the meantime.',
    count: 1,
    unit: 'tender',
    is_high_risk: false,
  }),
  row(7, { what: 'Change user Rosa Test', status: 'EXPIRED', decided_at: '2026-11-21T01:20:00Z', count: 1 }),
]

const effect = (name: string, label: string, risk: 'LOW' | 'HIGH', users: (typeof ALMA)[]) => ({
  ...{ type: 'permission' as const, name, label, risk },
  user_count: users.length,
  users,
})
const detail = (of: ApprovalRow | undefined, fields: Partial<Approval> = {}): Approval => ({
  ...(of ?? row(1, {})),
  record: { resource: 'role', id: idOf(9) },
  impact: {
    impact_version: 'i1',
    user_count: 12,
    gains: [effect('card:unmask', 'View whole card numbers', 'HIGH', [MARIA, BERNARD, DENNIS])],
    losses: [effect('inquiry:export', 'Export inquiries', 'LOW', [CARLA])],
    kept: [],
  },
  ...{ content_hash: 'h1', is_own: false, takers: [], requested_access: null },
  users: [MARIA, BERNARD, DENNIS].map((each) =>
    affected(each, { role: 'Inquiry agent', role_before: 'Inquiry agent' }),
  ),
  users_total: 3,
  changes: [{ label: 'Inquiry agent', changes: { policies: [['Inquiries'], ['Inquiries', 'Card reveal']] } }],
  changes_total: 1,
  ...{ row_count: null, use: null, later_changes: [] },
  ...fields,
})

const LATER = {
  ...{ label: 'Inquiry agent', at: '2026-11-24T02:31:00Z', by: CARLA.name, action: 'role.update' },
  changes: { description: ['Day desk', 'Day and night desk'] } satisfies Record<string, [string, string]>,
}
const TAKEN = row(8, {
  kind: 'BREAK_GLASS',
  what: 'Break-glass access: Duty manager for 1 hour',
  requested_by: MARIA,
  expires_at: null,
  count: 1,
  reason: 'The loyalty system is down, and the supervisor cannot be reached.',
  ticket_no: 'INC-20481',
})
const REVIEWED = { ...TAKEN, ...ended, status: 'EXECUTED' as const }

const taken = (of: ApprovalRow) =>
  detail(of, {
    record: { resource: 'user', id: MARIA.id },
    users: [affected(MARIA, { role: 'Inquiry agent', role_before: 'Inquiry agent' })],
    users_total: 1,
    requested_access: {
      ...{ type: 'role', id: idOf(9), name: 'Duty manager' },
      ...{ until: '2026-11-24T02:12:00Z', hours: 1 },
    },
    changes: [],
    changes_total: 0,
    use: {
      ...{ started_at: of.requested_at, until: '2026-11-24T02:12:00Z', ended_at: '2026-11-24T02:12:00Z' },
      events: [
        { action: 'card.reveal', outcome: 'done', count: 3 },
        { action: 'user.export', outcome: 'refused', count: 1 },
      ],
    },
    impact: {
      impact_version: 'i1',
      user_count: 1,
      gains: [effect('card:unmask', 'View whole card numbers', 'HIGH', [MARIA])],
      losses: [],
      kept: [],
    },
  })

const LIST = '**/approvals/list'
const CHECK = `**/approvals/${idOf(1)}/check`
const list = (items: readonly ApprovalRow[]) =>
  reply(LIST, {
    ...{ items, total: items.length, total_estimated: false, page: 1, page_size: 50 },
    ...{ next: null, previous: null },
  })
const counts = reply('**/approvals/counts', { decide: 3, mine: 1 })
const open = [list(OPEN), counts] as const
const request = `/approvals/${idOf(1)}`
const shows = (found: Approval) => reply(`**/api/user/approvals/${found.id}`, found)
const checked = (resource: { is_current: boolean; detail: string | null }) =>
  reply(CHECK, { ...resource, deciders: [BENITO] })
const CURRENT = checked({ is_current: true, detail: null })
const NEEDED = {
  kind: 'RULES',
  what: 'Change rule Terminal moves',
  count: 1,
  unit: 'rule',
  deciders: [BENITO.name, 'Leonora Santiago'],
}
const needsReason = fulfil('**/approval-rules/TERMINAL_MOVE', {
  status: 428,
  contentType: 'application/problem+json',
  json: { status: 428, code: 'approval_reason_required', detail: 'State a reason.', current: NEEDED },
})

/** Scenes of the requests, with examples of the design. */
const REQUEST = {
  id: idOf(4),
  kind: 'MASS_CHANGE',
  status: 'PENDING',
  requested_by: CARLA,
  is_own: true,
  expires_at: '2026-11-27T01:12:00Z',
  decided_by: null,
  decided_at: null,
  decision_reason: null,
} as const satisfies TrackedFile['approval']
const withRequest = (fields: Partial<NonNullable<TrackedFile['approval']>> = {}) =>
  edit('**/file_tracker/specific**', (): Partial<TrackedFile> => ({ approval: { ...REQUEST, ...fields } }))
const rejected = { ...ended, status: 'REJECTED', decision_reason: 'These are the rows of October.' } as const
const eventsWithApprover = edit('**/api/user/audit/list', ({ items }: { items: object[] }) => ({
  items: items.map((each) => ({ ...each, approved_by: ALMA })),
}))

export const approvalScenes = (made: Arrangement): Scene[] => [
  ['import-waiting', 'admin', made.preview, 'page', withRequest(), see('Withdraw request')],
  [
    'import-waiting-of-other',
    'supervisor',
    made.preview,
    withRequest({ is_own: false }),
    see('Carla Lim sent'),
  ],
  ['import-not-approved', 'admin', made.preview, withRequest(rejected), see('Rejected by')],
  [
    'audit-approved',
    'admin',
    '/audit',
    before(made.change),
    eventsWithApprover,
    openEvent,
    tidy(made.restore),
  ],
  ['approvals', 'admin', '/approvals', ...open, see('Move 14 terminals')],
  ['approvals-empty', 'admin', '/approvals', list([]), see('Nothing to decide')],
  ['approvals-decided', 'admin', '/approvals?f.view=decided', list(DECIDED), counts, see('Expired')],
  ['approval', 'admin', request, ...open, shows(detail(OPEN[0])), CURRENT, see('Nothing has changed')],
  [
    'approval-outdated',
    'admin',
    request,
    ...open,
    shows(detail(OPEN[0], { later_changes: [LATER] })),
    checked({ is_current: false, detail: 'Someone else changed this role in the meantime.' }),
    see('Changed since the request'),
  ],
  ...rowScenes(`/approvals/${idOf(3)}`, (fields) => [...open, shows(detail(OPEN[2], fields))]),
  [
    'approval-stale',
    'admin',
    `/approvals/${idOf(6)}?f.view=decided`,
    list(DECIDED),
    counts,
    shows(detail(DECIDED[2], { impact: null, record: null })),
    seeRole('heading', 'Decision'),
  ],
  [
    'approval-own',
    'agent',
    request,
    list([row(1, { undecidable: 'own' })]),
    shows(detail(row(1, { undecidable: 'own' }))),
    seeRole('button', 'Withdraw request'),
  ],
  [
    'approval-reject',
    'admin',
    request,
    ...open,
    shows(detail(OPEN[0])),
    CURRENT,
    press('Reject…'),
    seeRole('dialog'),
  ],
  [
    'approval-break-glass',
    'admin',
    `/approvals/${idOf(8)}`,
    list([TAKEN, ...OPEN]),
    counts,
    shows(taken(TAKEN)),
    seeRole('button', 'Mark as reviewed'),
  ],
  [
    'approval-break-glass-reject',
    'admin',
    `/approvals/${idOf(8)}`,
    list([TAKEN, ...OPEN]),
    counts,
    shows(taken(TAKEN)),
    press('Reject…'),
    seeRole('dialog'),
  ],
  [
    'approval-break-glass-reviewed',
    'admin',
    `/approvals/${idOf(8)}?f.view=decided`,
    list([REVIEWED, ...DECIDED]),
    counts,
    shows(taken(REVIEWED)),
    seeRole('heading', 'Decision'),
  ],
  [
    'approval-break-glass-own',
    'agent',
    `/approvals/${idOf(8)}`,
    list([{ ...TAKEN, undecidable: 'own' }]),
    shows(taken({ ...TAKEN, undecidable: 'own' })),
    see('can’t decide your own'),
  ],
  ['approvals-rules', 'admin', '/approvals', ...open, press('Rules'), see('people can approve')],
  [
    'approvals-reason',
    'admin',
    '/approvals',
    ...open,
    needsReason,
    press('Rules'),
    press('Switch on: Terminal moves'),
    see('This change needs approval'),
  ],
]
