import type { Page } from '@playwright/test'
import type { Provider } from '../system/open-provider.ts'
import { expectAccessible } from './axe.ts'
import { aCase } from './case-records.ts'
import { emailOf, startSession } from './demo-users.ts'
import { callApi } from './import-page.ts'
import { keyboardOf } from './keyboard-steps.ts'
import { temporaryPasswordFor } from './outbox.ts'
import { test } from './provider-fixture.ts'
import { expect } from './test.ts'
import {
  aUser,
  nameOf,
  newFamilyName,
  signInFirst,
  type User,
  untilInvited,
  userRow,
} from './user-records.ts'

/** Shortcuts work once the page is signed in. */
async function openHome(page: Page): Promise<void> {
  await page.goto('/operational_dashboard')
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
  await page.waitForLoadState('networkidle')
}

test('onboards five people by keyboard', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await startSession(page, 'admin')
  await openHome(page)
  const family = newFamilyName()
  const people = ['Ana', 'Bea', 'Cid', 'Dan', 'Eva'].map((given) => ({
    given,
    email: `${given.toLowerCase()}.${family.toLowerCase()}@backoffice.test`,
  }))
  const sheet = people.map(({ given, email }) => `${email}\t${given}\t${family}\tInquiry agent\tLoyalty desk`)
  // The first has a mistake, which is corrected on the screen.
  const wrong = ['Email\tFirst name\tLast name\tRole\tDepartment', ...sheet]
    .join('\n')
    .replace('Inquiry agent', 'Inquiry')
  await page.evaluate((text) => navigator.clipboard.writeText(text), wrong)

  const { press, type, tabTo, finish } = keyboardOf(page)
  await press('g', 'u')
  await tabTo(page.getByRole('link', { name: 'Invite several' }))
  await press('Enter')
  await expect(page.getByLabel(/^Paste rows/)).toBeFocused()
  await press('Control+v')
  const role = page.getByRole('combobox', { name: 'Role, row 1' })
  await expect(role).toBeFocused()
  await expect(role).toHaveAccessibleDescription('No role has this name. Did you mean Inquiry agent?')
  await expectAccessible(page)
  await press('Control+a')
  await type('Inquiry agent')
  await press('Control+Enter')
  await expect(page.getByText('5 users invited')).toBeVisible()
  finish('users.onboarding', 20)
  for (const { email } of people) await expect.poll(() => temporaryPasswordFor(context, email)).not.toBe('')
})

/** A user with a session and an open case. `page`: signed in. */
async function aLeaver(page: Page, provider: Provider): Promise<User> {
  const user = await aUser(page)
  await untilInvited(page, user)
  const token = await signInFirst(provider, user, await temporaryPasswordFor(page.context(), user.email))
  // The first call makes the user active.
  await page.request.get('/api/user/role/access-policy', { headers: { authorization: `Bearer ${token}` } })
  const { id, version } = await aCase(page)
  await callApi(page, '/cases/assign', { items: [{ id, version }], assignee_id: user.id })
  return user
}

test('off-boards a user with an open case and a session by keyboard', async ({ page, provider }) => {
  await startSession(page, 'admin')
  const user = await aLeaver(page, provider)
  await openHome(page)
  const { press, type, tabTo, finish } = keyboardOf(page)
  await press('g', 'u')
  await page.getByRole('table', { name: 'Users' }).waitFor()
  await press('/')
  await type(user.family_name)
  await expect(page.getByRole('table', { name: 'Users' }).getByRole('row')).toHaveCount(2)
  await tabTo(userRow(page, user.family_name).getByRole('link'))
  await press('Enter')
  await tabTo(page.getByRole('button', { name: 'Off-board…' }))
  await press('Enter')
  const dialog = page.getByRole('dialog', { name: `Off-board ${nameOf(user)}` })
  await expect(dialog.getByLabel('Disable the account')).toBeFocused()
  await expect(dialog.getByText('1 session ends.')).toBeVisible()
  await expectAccessible(page)
  await press('ArrowDown')
  await expect(dialog.getByText('1 open case must be reassigned:')).toBeVisible()
  await tabTo(dialog.getByRole('combobox', { name: 'Reassign to' }))
  await type(emailOf('supervisor'))
  await expect(dialog.getByRole('option')).toHaveCount(1)
  await press('Enter')
  await tabTo(dialog.getByLabel('Reason'))
  await type('Left the company')
  await tabTo(dialog.getByRole('button', { name: 'Delete user' }))
  await press('Enter')
  await expect(dialog).toHaveCount(0)
  finish('users.off-boarding', 40)
})
