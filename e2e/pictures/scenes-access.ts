import type { Approval } from '@backoffice/contract/approvals'
import type { Role } from '@backoffice/contract/roles'
import type { UserRow } from '@backoffice/contract/users'
import type { Page } from '@playwright/test'
import { PASSWORD } from '../tests/demo-users.ts'
import type { Arrangement } from './arrange.ts'
import { edit, fulfil, reply, type Scene, see, seeRole, steps } from './steps.ts'

type Effects = NonNullable<Approval['impact']>['gains']
type User = Approval['users'][number]

const idOf = (at: number) => `01900000-0000-7000-8000-0000000000${at + 40}`

/** An existing user of a request. */
export const affected = ({ id, name }: { id: string; name: string }, fields: Partial<User> = {}): User => ({
  ...{ key: id, id, name, email: `${name.toLowerCase().replace(' ', '.')}@backoffice.test` },
  ...{ contact: '+639175550142', department: 'Member service' },
  ...{ role_before: null, role: null, policies_before: [], policies: [] },
  ...{ same_contact: [], similar: [] },
  ...fields,
})

const newUser = (at: number, name: string, role: string): User => ({
  ...{ key: idOf(at), id: null, name, email: `${name.toLowerCase().replace(' ', '.')}@backoffice.test` },
  ...{ contact: `+63917555014${at}`, department: 'Loyalty desk' },
  ...{ role_before: null, role, policies_before: [], policies: at === 1 ? ['Card reveal'] : [] },
  ...{ same_contact: [], similar: [] },
})
const ZOE = newUser(1, 'Zoe Mendoza', 'Inquiry supervisor')
const TEAM = [
  ZOE,
  newUser(2, 'Ana Ramos', 'Inquiry agent'),
  newUser(3, 'Mia Uy', 'Inquiry agent'),
  newUser(4, 'Leo Tan', 'Lookup maintainer'),
  newUser(5, 'Kim Sy', 'Operations viewer'),
].toSorted((a, b) => (a.name < b.name ? -1 : 1))

function effect(
  name: string,
  label: string,
  users: readonly User[],
  risk: 'LOW' | 'HIGH' = 'LOW',
): Effects[number] {
  const people = users.map(({ key: id, name }) => ({ id, name }))
  return { type: 'permission', name, label, risk, user_count: users.length, users: people }
}
const gainsOf = (users: readonly User[]): Effects => {
  const withRole = (...roles: string[]) => users.filter(({ role }) => roles.includes(role ?? ''))
  const desk = withRole('Inquiry supervisor', 'Inquiry agent')
  return [
    effect('dashboard:view', 'view the dashboard', users),
    effect('inquiry:run', 'run inquiries', desk),
    effect('file:view', 'view files', [...desk, ...withRole('Lookup maintainer')]),
    effect('file:view-all', 'view files of all users', withRole('Inquiry supervisor'), 'HIGH'),
    effect('card:unmask', 'view whole card numbers', withRole('Inquiry supervisor'), 'HIGH'),
    effect('tender:view', 'view tenders', withRole('Lookup maintainer')),
    effect('tender:update', 'change tenders', withRole('Lookup maintainer')),
  ].filter(({ user_count }) => user_count > 0)
}
const impactOn = (users: readonly User[], gains = gainsOf(users)): Approval['impact'] => ({
  ...{ impact_version: 'i1', user_count: users.length, gains, losses: [], kept: [] },
})

const BASE: Approval = {
  id: idOf(0),
  kind: 'HIGH_RISK_GRANT',
  what: 'Create user Zoe Mendoza',
  status: 'PENDING',
  requested_by: { id: idOf(20), name: 'Benito Cruz' },
  requested_at: '2026-11-24T01:12:00Z',
  expires_at: '2026-11-27T01:12:00Z',
  ...{ decided_by: null, decided_at: null, decision_reason: null, undecidable: null, record: null },
  reason: 'She starts at the reveal desk on Monday.',
  ticket_no: 'OPS-20481',
  ...{ count: 1, unit: 'user', is_high_risk: true, content_hash: 'h1', is_own: false },
  ...{ impact: impactOn([ZOE]), users: [ZOE], users_total: 1, takers: [], requested_access: null },
  ...{ changes: [], changes_total: 0, row_count: null, use: null, later_changes: [] },
}

const FIVE = { what: 'Create 5 users', count: 5, users: TEAM, users_total: 5, impact: impactOn(TEAM) }
const EMERGENCY: Partial<Approval> = {
  ...{ what: 'Change role Duty manager', count: 3, users: [], users_total: 0, impact: impactOn([]) },
  takers: [
    {
      ...{ role: 'Duty manager', taker_role: 'Night watch', permissions: ['card:unmask', 'file:view-all'] },
      ...{ user_count: 3, users: TEAM.slice(0, 3).map(({ name, email }) => ({ name, email })) },
    },
  ],
  changes: [{ label: 'Duty manager', changes: { break_glass_for: [[], ['Night watch']] } }],
  row_count: null,
  changes_total: 1,
}
const MARIA: User = {
  ...ZOE,
  id: idOf(21),
  key: idOf(21),
  name: 'Maria Reyes',
  email: 'agent@backoffice.test',
}
const UNTIL: Partial<Approval> = {
  ...{
    kind: 'ACCESS',
    what: 'Inquiry supervisor until 1 Dec',
    requested_by: { id: idOf(21), name: 'Maria Reyes' },
  },
  users: [{ ...MARIA, role: 'Inquiry agent', role_before: 'Inquiry agent', policies: [] }],
  impact: impactOn([MARIA], [effect('card:unmask', 'view whole card numbers', [MARIA], 'HIGH')]),
  requested_access: {
    ...{ type: 'role', id: idOf(9), name: 'Inquiry supervisor', until: '2026-12-01T15:59:59Z', hours: null },
  },
}

const page = { total_estimated: false, page: 1, page_size: 50, next: null, previous: null }

function scene(name: string, fields: Partial<Approval>): Scene {
  const found = { ...BASE, ...fields }
  return [
    `approval-${name}`,
    'admin',
    `/approvals/${found.id}`,
    reply('**/approvals/list', { ...page, items: [found], total: 1 }),
    reply('**/approvals/counts', { decide: 1, mine: 0 }),
    reply(`**/api/user/approvals/${found.id}`, found),
    reply('**/check', {
      is_current: true,
      detail: null,
      deciders: [{ id: idOf(22), name: 'Leonora Santiago' }],
    }),
    see('Nothing has changed'),
  ]
}

/** Requests about access, each with another fact that deciders must see. */
export const requestedAccessScenes: readonly Scene[] = [
  scene('new-user', {}),
  scene('five-users', FIVE),
  scene('takers', EMERGENCY),
  scene('until', UNTIL),
]

const USERS = '/users/users_list'
const CHECK = '**/account/authenticator/check'
const problem = (code: string, detail: string) => ({ code, detail })

const refused = fulfil('**/file_tracker?**', {
  status: 403,
  json: problem('second_factor_required', 'Your role requires an authenticator. Set one up to continue.'),
})
const mustSetUp = [refused, reply(CHECK, { has_authenticator: false, is_required: true })]
const unchecked = fulfil(CHECK, {
  status: 503,
  json: problem('unavailable', 'The identity provider could not be reached. Try again in a moment.'),
})

const FACTORS = ['AUTHENTICATOR', 'MISSING', 'NONE'] as const
const listed = edit<{ items: UserRow[] }>('**/api/user/list', ({ items }) => ({
  items: items.map((each, index) => ({
    ...each,
    second_factor: FACTORS[index % 3] ?? 'NONE',
    ...(index === 4 && { status: 'DELETED' as const }),
  })),
}))
const strict = edit<Role>(/\/role\/[0-9a-f]{8}-[^/]+$/, () => ({
  requires_second_factor: true,
  without_authenticator: 3,
}))

const enterPassword = async (page: Page) => {
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
}
const openRowMenu = (page: Page) =>
  page
    .getByRole('button', { name: /^Actions of/ })
    .nth(1)
    .click()
const openFilters = async (page: Page) => {
  await page
    .getByRole('button', { name: /filter/i })
    .first()
    .click()
}

export const secondFactorScenes = (made: Arrangement): Scene[] => [
  ['second-factor-password', 'agent', '/files', 'page', ...mustSetUp, seeRole('textbox', 'Password')],
  [
    'second-factor-key',
    'agent',
    '/files',
    'page',
    ...mustSetUp,
    steps(enterPassword, seeRole('img', /QR code/)),
  ],
  ['second-factor-failed', 'agent', '/files', 'page', refused, unchecked, see('could not be checked')],
  ['users-second-factor', 'admin', USERS, listed, 'wide', see('Not set up')],
  ['users-menu', 'admin', USERS, listed, 'wide', see('Not set up'), openRowMenu],
  ['users-filters', 'admin', USERS, listed, 'wide', see('Not set up'), openFilters],
  ['role-second-factor', 'admin', made.role, strict, see('3 users with this role have no authenticator')],
  ['role-second-factor-auditor', 'auditor', made.role, strict, see('Authenticator required')],
]
