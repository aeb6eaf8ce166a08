import type { Page } from '@playwright/test'
import { box, effect, expectWorkedOut } from '../tests/access-records.ts'
import type { Roles } from './arrange-roles.ts'
import { breakReplies, holdReplies } from './replies.ts'
import type { Scene } from './scene.ts'

const ROLES = '/users/users_roles'
const POLICIES = '/users/users_policies'
const IMPACT = '**/api/user/access/impact'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const listed = (page: Page) => page.getByRole('table').locator('tbody').getByRole('link').first().waitFor()
const search = (page: Page) => page.getByRole('searchbox', { name: /^Search (names|actions)/ })

/** The lists of roles and policies, and each beside its list. */
export function roleScenes({ role, system, policy, save, give }: Roles): Scene[] {
  const scene = (name: string, path: string, more: Partial<Scene> = {}): Scene => ({
    name,
    who: 'admin',
    path,
    windowOnly: true,
    ...more,
  })
  const shown = `${ROLES}/${role.id}`
  return [
    scene('roles', ROLES, { after: listed }),
    scene('roles-auditor', ROLES, { who: 'auditor', after: listed }),
    scene('role', shown, { after: (page) => box(page, 'Inquiry runs').waitFor() }),
    scene('role-changed', shown, { after: change }),
    scene('role-impact', shown, {
      only: 'narrow',
      after: (page) => change(page).then(() => showEffect(page)),
    }),
    scene('role-impact-loading', shown, {
      before: (page) => holdReplies(page, IMPACT),
      after: tick,
      only: 'wide',
    }),
    scene('role-impact-failed', shown, {
      before: (page) => breakReplies(page, IMPACT),
      after: fail,
      only: 'wide',
    }),
    scene('role-impact-stale', shown, { only: 'wide', after: beLate }),
    scene('role-conflict', shown, { after: meet }),
    scene('role-users', `${shown}?tab=users`, { after: (page) => page.getByText('Ana Cruz').waitFor() }),
    scene('role-history', `${shown}?tab=history`),
    scene('role-in-use', shown, { after: (page) => askToDelete(page, 'Ana Cruz') }),
    scene('role-system', `${ROLES}/${system}`, {
      after: (page) => box(page, 'Inquiry supervision').waitFor(),
    }),
    scene('role-auditor', shown, { who: 'auditor', after: (page) => box(page, 'Inquiry runs').waitFor() }),
    scene('role-copy', `${ROLES}/create?from=${system}`, {
      after: (page) => box(page, 'Inquiry supervision').waitFor(),
    }),
    scene('role-create', `${ROLES}/create`, { after: (page) => button(page, 'Save').click() }),
    scene('role-missing', `${ROLES}/00000000-0000-4000-8000-000000000000`),
    scene('policies', POLICIES, { after: listed }),
    scene('policy', `${POLICIES}/${policy}`, { after: (page) => box(page, 'Run inquiries').waitFor() }),
    scene('policy-changed', `${POLICIES}/${policy}`, { after: widen }),
    scene('policy-use', `${POLICIES}/${policy}?tab=use`),
    scene('policy-in-use', `${POLICIES}/${policy}`, {
      only: 'wide',
      after: (page) => askToDelete(page, 'Night desk'),
    }),
    scene('policy-create', `${POLICIES}/create`, { after: (page) => button(page, 'Save').click() }),
  ]

  async function meet(page: Page) {
    await box(page, 'Card reveal').check()
    await page.getByLabel('Description').fill('Answers complaints at night')
    await save({ description: `Answers complaints until ${Date.now() % 12} in the morning` })
    await expectWorkedOut(page)
    await button(page, 'Save').click()
    await page.getByRole('dialog').waitFor()
  }

  async function beLate(page: Page) {
    await change(page)
    await give()
    await button(page, 'Save').click()
    await page.getByText(/than was shown/).waitFor()
    await expectWorkedOut(page)
  }
}

const tick = (page: Page) => box(page, 'Card reveal').check()

async function fail(page: Page) {
  await tick(page)
  await effect(page).getByRole('button', { name: 'Try again' }).waitFor()
}

async function change(page: Page) {
  await tick(page)
  await box(page, 'Result exports').uncheck()
  await effect(page)
    .getByText(/ loses?$/)
    .waitFor()
  await expectWorkedOut(page)
}

const showEffect = (page: Page) =>
  effect(page).evaluate((element) => element.scrollIntoView({ block: 'start' }))

async function widen(page: Page) {
  await search(page).fill('inquir')
  await box(page, 'All actions on inquiries, also later ones').check()
  await effect(page)
    .getByText(/ gains?$/)
    .waitFor()
  await expectWorkedOut(page)
}

async function askToDelete(page: Page, named: string) {
  await button(page, 'Delete').click()
  await page.getByRole('alertdialog').getByText(named).waitFor()
}
