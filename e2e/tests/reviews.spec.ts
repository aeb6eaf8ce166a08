import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { emailOf, signIn } from './demo-users.ts'
import {
  aHeldRole,
  aReview,
  chooseReviewers,
  decision,
  exportEvidence,
  itemLead,
  itemRow,
  verifyEvidence,
} from './review-page.ts'
import { expect, test } from './test.ts'
import { callUsers, nameOf } from './user-records.ts'

const DAY_MS = 86_400_000
async function startReview(page: Page, roleName: string): Promise<string> {
  await page.goto('/reviews')
  await page.getByRole('button', { name: 'Start review' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Start review' })
  await dialog.getByLabel('Scope').selectOption('ROLE')
  await dialog.getByLabel('Role', { exact: true }).selectOption({ label: roleName })
  await expect(dialog).toContainText('2 items of 2 users')
  await chooseReviewers(page, await ownAndOther(page))
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Start review' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `: ${roleName}` })).toBeVisible()
  return new URL(page.url()).pathname
}

/** Names of the demo accounts that decide in the test, of this worker. */
async function ownAndOther(page: Page): Promise<string[]> {
  const names: string[] = []
  for (const user of ['admin', 'access'] as const) {
    const { items } = await callUsers<{ items: { name: string }[] }>(
      page,
      'GET',
      `/search?q=${emailOf(user)}`,
    )
    names.push(items[0]?.name ?? '')
  }
  return names
}

test('a review from its start to evidence that verifies without the system', async ({ page, browser }) => {
  await signIn(page, 'admin')
  const { role, users } = await aHeldRole(page)
  const [kept, removed] = users
  if (!kept || !removed) throw new Error('The role has no users.')
  const path = await startReview(page, role.name)
  const finish = page.getByRole('button', { name: 'Finish review' })
  await expect(finish).toHaveAttribute('aria-disabled', 'true')
  await finish.press('Enter')
  await expect(page.getByText('2 items are undecided.').first()).toBeVisible()

  const reviewer = await browser.newPage()
  await signIn(reviewer, 'access', path)
  const sidebar = reviewer.getByRole('navigation', { name: 'Main' })
  await expect(sidebar.getByRole('link', { name: /^Reviews/ })).toHaveAttribute(
    'aria-description',
    /^\d+ to decide$/,
  )
  await itemLead(reviewer, kept).focus()
  await reviewer.keyboard.press('k')
  await expect(decision(reviewer, kept, 'Keep')).toHaveAttribute('aria-pressed', 'true')
  await expect(itemLead(reviewer, kept)).toBeFocused()
  await itemLead(reviewer, removed).focus()
  await reviewer.keyboard.press('r')
  await expect(reviewer.getByRole('textbox', { name: 'Reason' })).toBeFocused()
  await reviewer.keyboard.type('Left the desk')
  for (const colorScheme of ['light', 'dark'] as const) {
    await reviewer.emulateMedia({ colorScheme })
    await expectAccessible(reviewer)
  }
  await reviewer.keyboard.press('Enter')
  await expect(decision(reviewer, removed, 'Remove')).toHaveAttribute('aria-pressed', 'true')
  await expect(itemLead(reviewer, removed)).toBeFocused()
  await expect(reviewer.getByText('1 kept, 1 removed, 0 left')).toBeVisible()
  await reviewer.close()

  await page.reload()
  await finish.press('Enter')
  const confirm = page.getByRole('alertdialog', { name: 'Finish review?' })
  await expect(confirm).toContainText(
    `${nameOf(removed)} loses role ${role.name}, then has Operations viewer`,
  )
  await confirm.getByRole('button', { name: 'Finish review' }).click()
  await expect(itemRow(page, removed)).toContainText('Removed')
  await expect(itemRow(page, kept)).toContainText('Kept')
  await expect(page.getByText('1 kept, 1 removed.')).toBeVisible()
  const { grants } = await callUsers<{ grants: { role: { name: string } } }>(page, 'GET', `/${removed.id}`)
  expect(grants.role.name).toBe('Operations viewer')

  const file = await exportEvidence(page)
  expect(file).toContain('Left the desk')
  const { key } = await callUsers<{ key: { public_key: string } }>(page, 'GET', '/reviews/evidence-key')
  expect((await verifyEvidence(file, key.public_key)).code).toBe(0)
  expect((await verifyEvidence(file.replace('Left the desk', 'Left the disk'), key.public_key)).code).toBe(1)
})

test('a review fits a narrow screen, where a removal asks for its reason', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, 'admin')
  const { id, users } = await aReview(page, ['admin', 'access'])
  const [first] = users
  if (!first) throw new Error('The review has no users.')
  await page.goto(`/reviews/${id}`)
  await decision(page, first, 'Remove').click()
  await page.getByRole('textbox', { name: 'Reason' }).fill('Moved')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await page.getByRole('form').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('0 kept, 1 removed, 1 left')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel review…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel review?' })
  await dialog.getByLabel('Reason').fill('Started by mistake')
  await dialog.getByRole('button', { name: 'Cancel review' }).click()
  await expect(page.getByText(/^Cancelled by /).first()).toBeVisible()
})

test('an undo and a change of the review are saved', async ({ page }) => {
  await signIn(page, 'admin')
  const { id, users } = await aReview(page, ['admin', 'access'])
  const [first] = users
  if (!first) throw new Error('The review has no users.')
  await page.goto(`/reviews/${id}`)
  await decision(page, first, 'Keep').click()
  await expect(page.getByText('1 kept, 0 removed, 1 left')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('0 kept, 0 removed, 2 left')).toBeVisible()
  await page.getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit review' })
  await expect(dialog.getByRole('radio', { name: 'Removed when due' })).toBeDisabled()
  const dueOn = new Date(Date.now() + 20 * DAY_MS).toISOString().slice(0, 10)
  await dialog.getByLabel('Due date').fill(dueOn)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  const { due_at } = await callUsers<{ due_at: string }>(page, 'GET', `/reviews/${id}`)
  expect(new Date(Date.parse(due_at) - 1000).toISOString().slice(0, 10)).toBe(dueOn)
  await callUsers(page, 'POST', `/reviews/${id}/cancel`, {
    reason: 'End of the test',
    version: (await callUsers<{ version: number }>(page, 'GET', `/reviews/${id}`)).version,
  })
})
