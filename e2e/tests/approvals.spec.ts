import { randomUUID } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { signIn } from './demo-users.ts'
import { expect, test } from './test.ts'
import { callUsers, endTemporaryAccess, pane } from './user-records.ts'

type Options = { choices: { id: string; name: string; type: string }[] }

/** A page of viewer@, who requests access with a unique ticket number. */
async function aRequest(browser: Browser): Promise<{ page: Page; id: string; ticket: string; what: string }> {
  const page = await browser.newPage()
  await signIn(page, 'viewer')
  const ticket = `T-${randomUUID().slice(0, 8)}`
  const { choices } = await callUsers<Options>(page, 'POST', '/access-requests/options', {
    permission: 'inquiry:run',
  })
  const policy = choices.find(({ name }) => name === 'Inquiry runs')
  const { approval } = await callUsers<{ approval: { id: string } }>(page, 'POST', '/access-requests', {
    policy_id: policy?.id,
    hours: 1,
    reason: 'Compare a receipt',
    ticket_no: ticket,
  })
  return { page, id: approval.id, ticket, what: 'Inquiry runs for 1 hour' }
}

const find = async (page: Page, ticket: string) => {
  // The shortcut works once the list is there.
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type(ticket)
  // Wait for the search, which clears the selection, even if the list has only this request.
  await expect(page).toHaveURL(new RegExp(ticket))
  await expect(page.getByRole('row')).toHaveCount(2)
}

/** Withdraws the requests that a failed test has left. */
test.beforeEach(async ({ browser }) => {
  const page = await browser.newPage()
  await signIn(page, 'viewer')
  const { items } = await callUsers<{ items: { id: string; status: string }[] }>(
    page,
    'POST',
    '/approvals/list',
    {},
  )
  for (const { id, status } of items)
    if (status === 'PENDING') await callUsers(page, 'POST', '/approvals/withdraw', { id })
  await page.close()
})

test('a request is found, checked and approved by keyboard, and its access ends', async ({
  page,
  browser,
}) => {
  const { page: requester, ticket, what } = await aRequest(browser)
  await signIn(page, 'admin', '/approvals?f.view=decide')
  await expect(page.getByRole('heading', { level: 1, name: 'Approvals' })).toBeVisible()
  await find(page, ticket)
  await page.getByRole('row').getByRole('link', { name: what }).focus()
  await page.keyboard.press('Enter')
  const request = pane(page, what)
  await expect(page.getByRole('heading', { level: 2, name: what })).toBeFocused()
  await expect(request).toContainText('“Compare a receipt”')
  await expect(request).toContainText(ticket)
  await expect(request).toContainText('Nothing has changed since the request.')
  await expectAccessible(page)
  await request.getByRole('button', { name: 'Approve' }).press('Enter')
  await expect(page.getByText(`Approved: ${what}`).first()).toBeVisible()
  await expect(request.getByRole('heading', { name: 'Decision' })).toBeVisible()
  const { policies } = await callUsers<{ policies: string[] }>(requester, 'GET', '/role/access-policy')
  expect(policies).toContain('inquiry:run')
  await endTemporaryAccess(page, 'viewer')
  const ended = await callUsers<{ policies: string[] }>(requester, 'GET', '/role/access-policy')
  expect(ended.policies).not.toContain('inquiry:run')
  await requester.close()
})

test('a rejection needs a reason, which the requester sees', async ({ page, browser }) => {
  const { page: requester, id, what } = await aRequest(browser)
  await signIn(page, 'access', `/approvals/${id}`)
  await pane(page, what).getByRole('button', { name: 'Reject…' }).click()
  const dialog = page.getByRole('dialog', { name: /^Reject/ })
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect(dialog).toContainText('Enter Reason')
  await dialog.getByLabel('Reason').fill('Ask the desk')
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect(dialog).toBeHidden()
  await requester.goto(`/approvals/${id}`)
  await expect(pane(requester, what)).toContainText('Ask the desk')
  await expect(requester.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  await requester.close()
})

test('the requester withdraws a request on a narrow screen', async ({ browser, page: _page }) => {
  const { page, id, what } = await aRequest(browser)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/approvals/${id}`)
  await pane(page, what).getByRole('button', { name: 'Withdraw request' }).click()
  await expect(pane(page, what)).toContainText('Withdrawn')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await page.close()
})

test('a change of a rule asks for a reason, waits, and is approved with a bulk action', async ({
  page,
  browser,
}) => {
  await signIn(page, 'admin', '/approvals')
  await page.getByRole('button', { name: 'Rules' }).click()
  const rules = page.getByRole('dialog', { name: 'Approval rules' })
  const rule = rules.getByRole('listitem').filter({ hasText: 'Terminal moves' })
  // So high that no other test needs approval.
  await rule.getByLabel('Terminals allowed without approval').fill('1000000')
  await rule.getByRole('button', { name: 'Save' }).click()
  await expect(rule.getByRole('button', { name: 'Save' })).toBeHidden()
  await rule.getByRole('button', { name: /^Switch on/ }).click()
  await rule.getByRole('button', { name: /^Switch off/ }).click()
  const dialog = page.getByRole('dialog', { name: 'This change needs approval' })
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }
  const ticket = `T-${randomUUID().slice(0, 8)}`
  await page.keyboard.type('The move of the branches is done')
  await page.keyboard.press('Tab')
  await page.keyboard.type(ticket)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'View request' }).click()
  const what = 'Change rule Terminal moves'
  await expect(pane(page, what)).toContainText(ticket)
  await expect(pane(page, what).getByRole('button', { name: 'Withdraw request' })).toBeVisible()
  await expect(pane(page, what).getByRole('button', { name: 'Approve' })).toHaveCount(0)

  const decider = await browser.newPage()
  await signIn(decider, 'access', '/approvals?f.view=decide')
  await find(decider, ticket)
  await decider.getByLabel(`Select ${what}`).check()
  await decider.getByRole('button', { name: 'Approve' }).click()
  await expect(
    decider.getByText(`Open this high-risk request before you approve it: ${what}`).first(),
  ).toBeVisible()
  await decider.getByRole('link', { name: what }).click()
  await expect(pane(decider, what)).toContainText('Nothing has changed since the request.')
  await pane(decider, what).getByRole('button', { name: 'Close' }).click()
  await decider.getByRole('button', { name: 'Approve' }).click()
  await expect(decider.getByText(`Approved: ${what}`).first()).toBeVisible()
  await decider.goto('/approvals?f.view=decided')
  await find(decider, ticket)
  await expect(decider.getByRole('row').filter({ hasText: what })).toContainText('Approved')
  await decider.close()
})
