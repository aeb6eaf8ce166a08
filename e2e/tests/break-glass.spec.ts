import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { aPolicy, aRole, expectImpactLoaded, openRole, type RoleRecord, saveRole } from './access-records.ts'
import { expectAccessible } from './axe.ts'
import { emailOf, signIn, startSession } from './demo-users.ts'
import { tabTo, title } from './page-objects.ts'
import { expect, test } from './test.ts'
import { button, callUsers, endTemporaryAccess, pane, roleNamed } from './user-records.ts'

const SCREEN = '/lookup/tenders'
const REASON = 'The loyalty system is down'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Break-glass access', exact: true })

/** Selects the role of agents under “Break-glass for” in the form of a new role. */
async function offerToAgents(admin: Page, role: RoleRecord): Promise<void> {
  const form = await openRole(admin, role)
  // The policies push the select down once they are loaded, and its list hides while the select is out of view.
  await expect(form.getByRole('checkbox', { name: /^Everything/ })).toBeVisible()
  const select = form.getByRole('combobox', { name: 'Break-glass for' })
  await select.fill('Inquiry agent')
  await admin.getByRole('option', { name: 'Inquiry agent', exact: true }).click()
  await expect(form.getByText('1 break-glass role changed, not saved yet')).toBeVisible()
  await admin.keyboard.press('Escape')
  await expectImpactLoaded(admin)
  await expectAccessible(admin)
  await button(admin, 'Save').click()
  await expect(form).toHaveCount(0)
  await admin.goto(`/users/users_roles/${role.id}?tab=history`)
  await expect(pane(admin, role.name)).toContainText(/Break-glass for\s*Inquiry agent/)
}

/** A page of an administrator, and a role that can be taken until the end of the test. */
const it = test.extend<{ admin: Page; role: RoleRecord }>({
  admin: async ({ browser }, use) => {
    const admin = await browser.newPage()
    await signIn(admin, 'admin')
    await use(admin)
    await admin.close()
  },
  role: async ({ admin }, use) => {
    const role = await aRole(admin, ['Lookup'], (await aPolicy(admin, 'tender:view')).name)
    await use(role)
    await endTemporaryAccess(admin, 'agent')
    await saveRole(admin, role, { break_glass_for: [] })
  },
})

it('a role is taken by keyboard in an emergency, and another user reviews it', async ({
  page,
  browser,
  admin,
  role,
}) => {
  const ticket = `INC-${randomUUID().slice(0, 8)}`
  const what = `Break-glass access: ${role.name} for 1 hour`
  await offerToAgents(admin, role)

  await test.step('the agent opens the refused screen', async () => {
    await startSession(page, 'agent')
    await page.goto(SCREEN)
    await tabTo(page, 'button', 'Request access')
    await page.keyboard.press('Enter')
    await tabTo(page, 'button', 'Use break-glass access')
    await expectAccessible(page, 'dialog')
    await page.keyboard.press('Enter')
    await expect(dialog(page).getByRole('radio', { name: role.name })).toBeFocused()
    await expect(dialog(page)).toContainText('without approval, and ends after 1 hour')
    await tabTo(page, 'textbox', 'Reason')
    await page.keyboard.type(REASON)
    await tabTo(page, 'textbox', 'Ticket number')
    await page.keyboard.type(ticket)
    await expectAccessible(page, 'dialog')
    await tabTo(page, 'button', 'Start break-glass access')
    await page.keyboard.press('Enter')
    await expect(title(page, 'Tenders')).toBeFocused()
    await expect(page.getByText(`Break-glass access started: ${role.name}`)).toBeVisible()
    await expect(page.getByRole('table', { name: 'Tenders' }).getByRole('row').nth(1)).toBeVisible()
  })

  await test.step('another user reviews it', async () => {
    const decider = await browser.newPage()
    await signIn(decider, 'access', `/approvals?f.view=decide&q=${ticket}`)
    const row = decider.getByRole('row').filter({ hasText: what })
    await expect(row).toContainText('To review')
    await expect(row).toContainText('No time limit for the review')
    await row.getByRole('link', { name: what }).press('Enter')
    const review = pane(decider, what)
    await expect(review).toContainText(`“${REASON}”`)
    await expect(review).toContainText(emailOf('agent'))
    await expect(review).toContainText(`${role.name}, in place of Inquiry agent`)
    await expect(review).toContainText('It still runs')
    await expect(review).toContainText('It does not end or undo anything.')
    await expect(review.getByRole('row', { name: /^Tenders/ })).toContainText('View')
    await expectAccessible(decider)
    await review.getByRole('button', { name: 'Mark as reviewed' }).press('Enter')
    await expect(decider.getByText(`Reviewed: ${what}`).first()).toBeVisible()
    await expect(review.getByRole('heading', { name: 'Decision' })).toBeVisible()
    await decider.close()
  })

  await test.step('the access goes on after the review, until an administrator ends it', async () => {
    await page.goto('/account')
    const card = page.getByRole('region', { name: 'Temporary access' })
    await expect(card).toContainText(role.name)
    await expect(card).toContainText('Break-glass')
    await page.goto(SCREEN)
    await expect(title(page, 'Tenders')).toBeVisible()
    await endTemporaryAccess(admin, 'agent')
    await expect(title(page, 'No access')).toBeVisible()
  })
})

it('rejected access ends at once, on a narrow screen', async ({ page, admin, role }) => {
  await saveRole(admin, role, { break_glass_for: [await roleNamed(admin, 'Inquiry agent')] })
  await page.setViewportSize({ width: 360, height: 640 })
  await startSession(page, 'agent')
  await page.goto(SCREEN)
  await button(page, 'Request access').click()
  await button(page, 'Use break-glass access').click()
  await dialog(page).getByRole('radio', { name: role.name }).check()
  await dialog(page).getByLabel('Reason').fill(REASON)
  await dialog(page).getByLabel('Ticket number').fill('INC-7')
  await expectAccessible(page, 'dialog')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  const started = page.waitForResponse('**/access-requests/break-glass')
  await button(page, 'Start break-glass access').click()
  const { resource } = await (await started).json()
  await expect(title(page, 'Tenders')).toBeVisible()
  const body = { items: [{ id: resource.approval_id }], reason: 'There was no outage' }
  await callUsers(admin, 'POST', '/approvals/reject', body)
  await expect(title(page, 'No access')).toBeVisible()
})
