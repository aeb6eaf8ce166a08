import type { Page } from '@playwright/test'
import type { Users } from './arrange-users.ts'
import { breakReplies, holdReplies } from './replies.ts'
import type { Scene } from './scene.ts'

const PATH = '/users/users_list'
const LIST = '**/api/user/list'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const listed = (page: Page) =>
  page.getByRole('table', { name: 'Users' }).locator('tbody').getByRole('link').first().waitFor()

/** The list of users and a user beside it. */
export function userScenes({ shown, invited, leaver, save }: Users): Scene[] {
  const scene = (name: string, more: Partial<Scene> = {}): Scene => ({
    name,
    who: 'admin',
    path: PATH,
    windowOnly: true,
    ...more,
  })
  const user = (name: string, id: string, more: Partial<Scene> = {}) =>
    scene(name, { path: `${PATH}/${id}`, ...more })
  return [
    scene('users', { after: listed }),
    scene('users-selected', { only: 'wide', after: selectSome }),
    scene('users-disable', { only: 'wide', after: askToDisable }),
    scene('users-auditor', { who: 'auditor', after: listed }),
    scene('users-loading', { before: (page) => holdReplies(page, LIST) }),
    scene('users-failed', { before: (page) => breakReplies(page, LIST) }),
    scene('users-no-match', { path: `${PATH}?q=zzz` }),
    user('user', shown),
    user('user-auditor', shown, { who: 'auditor' }),
    user('user-all', shown, { after: (page) => button(page, 'Show all resources').click() }),
    user('user-refused', shown, { after: askRefused }),
    user('user-own', '', { path: `${PATH}?q=admin%40`, only: 'wide', after: openOwn }),
    user('user-invited', invited, { before: waitForProvider('waiting') }),
    user('user-not-invited', invited, { before: waitForProvider('failed') }),
    user('user-locked', shown, { before: lock, after: (page) => button(page, 'Reset password').click() }),
    user('user-sessions', shown, { path: `${PATH}/${shown}?tab=sessions` }),
    user('user-history', shown, { path: `${PATH}/${shown}?tab=history` }),
    user('user-delete', leaver, { before: giveOpenWork, after: askToDelete }),
    user('user-disable', leaver, {
      before: giveOpenWork,
      after: async (page) => {
        await button(page, 'Disable').click()
        await page.getByRole('dialog').getByRole('combobox', { name: 'Hand over to' }).waitFor()
      },
    }),
    user('user-edit', shown, { path: `${PATH}/${shown}?tab=edit` }),
    user('user-impact', shown, { path: `${PATH}/${shown}?tab=edit`, after: chooseRole }),
    user('user-conflict', shown, { path: `${PATH}/${shown}?tab=edit`, after: meet }),
    user('user-create', 'create', { after: (page) => button(page, 'Save').click() }),
    user('user-missing', '00000000-0000-4000-8000-000000000000'),
  ]

  async function meet(page: Page) {
    await page.getByLabel('Department').fill('Day desk')
    await save(shown, { department: 'Night desk', employee_no: `LD-0${Date.now() % 1000}` })
    await button(page, 'Save').click()
    await page.getByRole('dialog').waitFor()
  }
}

async function selectSome(page: Page) {
  await listed(page)
  const boxes = page.getByRole('checkbox', { name: /^Select / })
  for (const at of [1, 2, 3]) await boxes.nth(at).click()
}

async function askToDisable(page: Page) {
  await selectSome(page)
  await page.getByRole('toolbar').getByRole('button', { name: 'Disable' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
}

async function openOwn(page: Page) {
  await listed(page)
  await page.getByRole('row').filter({ hasText: 'you' }).getByRole('link').click()
  await page.getByRole('grid').waitFor()
}

async function askRefused(page: Page) {
  await page.getByLabel('Resource', { exact: true }).selectOption('audit')
  await page.getByText('Not allowed', { exact: true }).scrollIntoViewIfNeeded()
}

async function askToDelete(page: Page) {
  await button(page, 'Delete').click()
  await button(page, 'Hand over and delete').click()
}

async function chooseRole(page: Page) {
  const role = page.getByRole('combobox', { name: 'Role' })
  await role.fill('Lookup maintainer')
  await page.getByRole('option', { name: 'Lookup maintainer' }).click()
  await page.getByRole('heading', { name: / gains$/ }).waitFor()
}

/** What cannot be asked for: the real reply about a user, changed on its way to the page. */
const changeUser = (change: object) => (page: Page) =>
  page.route(/\/api\/user\/[0-9a-f]{8}-[^/]+$/, async (route) => {
    const response = await route.fetch()
    const { resource } = (await response.json()) as { resource: object }
    await route.fulfill({ response, json: { resource: { ...resource, ...change } } })
  })

const lock = changeUser({ is_locked: true })
const OPEN_WORK = { files: 7, inquiries: 1, total: 7 }
const NAMES = ['branch-0417-november', 'mabini-tarlac', 'points-not-posted', 'week-46', 'members']

async function giveOpenWork(page: Page) {
  await changeUser({ open_files: OPEN_WORK.files, open_inquiries: OPEN_WORK.inquiries })(page)
  const items = NAMES.map((name, at) => ({
    source_filekey: `00000000-0000-4000-8000-00000000000${at}`,
    name: `${name}.csv`,
    state: at === 0 ? 'PROCESSING' : 'AWAITING_CONFIRMATION',
    inquiry: at === 0 ? { purpose: 'MEMBER_COMPLAINT', ticket_no: 'OPS-20417' } : null,
  }))
  await page.route('**/open-work/*', (route) =>
    route.fulfill({ json: { resource: { ...OPEN_WORK, items } } }),
  )
}
const waitForProvider = (state: 'waiting' | 'failed') =>
  changeUser({
    provider_action: {
      action: 'create',
      state,
      attempts: 3,
      detail:
        state === 'failed'
          ? 'It refuses the e-mail address.'
          : 'The identity provider cannot be reached at the moment.',
      next_attempt_at: state === 'failed' ? null : '2026-11-23T01:12:00Z',
    },
  })
