import type { Role } from '@backoffice/contract/roles'
import type { UserRow } from '@backoffice/contract/users'
import type { Page } from '@playwright/test'
import { PASSWORD } from '../tests/demo-users.ts'
import type { Arrangement } from './arrange.ts'
import { edit, fulfil, reply, type Scene, see, seeRole, steps } from './steps.ts'

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
  items: items.map((each, at) => ({
    ...each,
    second_factor: FACTORS[at % 3] ?? 'NONE',
    ...(at === 4 && { status: 'DELETED' as const }),
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
