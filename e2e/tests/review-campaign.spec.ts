import type { Browser, Page } from '@playwright/test'
import { freePort } from '../../dev/ports.ts'
import { type RunningServer, startServer } from '../server.ts'
import { addUsers, makeDue } from '../system/add-users.ts'
import { fillSignIn, PASSWORD } from './demo-users.ts'
import {
  chooseReviewers,
  decision,
  exportEvidence,
  itemLead,
  itemRow,
  verifyEvidence,
} from './review-page.ts'
import { test as base, expect } from './test.ts'
import { callUsers } from './user-records.ts'

const USERS = 10_000

/** A separate system, because other tests would list its users. */
const test = base.extend<object, { system: RunningServer & { url: string } }>({
  system: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from the pattern.
    async ({}, use) => {
      const url = `http://127.0.0.1:${await freePort()}`
      const server = await startServer(url)
      await addUsers(server.dataDir, { count: USERS, role: 'Inquiry supervisor' })
      await use({ ...server, url })
      await server.stop()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
})

async function signedIn(browser: Browser, baseURL: string, email: string): Promise<Page> {
  const page = await browser.newPage({ baseURL })
  await page.goto('/login')
  await fillSignIn(page, email, PASSWORD)
  await expect(page.getByRole('heading', { level: 1, name: 'Operational Dashboard' })).toBeVisible()
  return page
}

async function find(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox').fill(text)
  await expect(page.getByRole('row').filter({ hasText: text })).toHaveCount(1)
}

const campaign = (no: string) => ({ given_name: 'Campaign', family_name: no })

test('the high-risk access of 10,000 users is reviewed until its deadline, with evidence', async ({
  browser,
  system,
}) => {
  test.setTimeout(300_000)
  const manager = await signedIn(browser, system.url, 'admin@backoffice.test')
  await manager.goto('/reviews')
  await manager.getByRole('button', { name: 'Start review' }).click()
  const dialog = manager.getByRole('dialog', { name: 'Start review' })
  await dialog.getByLabel('Scope').selectOption('HIGH_RISK')
  await expect(dialog).toContainText(/1\d,\d{3} items of 1\d,\d{3} users/)
  await chooseReviewers(manager, ['Alma Dizon', 'Benito Cruz'])
  await dialog.getByRole('button', { name: 'Start review' }).click()
  await expect(manager.getByRole('heading', { level: 1, name: 'High-risk access' })).toBeVisible()
  const path = new URL(manager.url()).pathname

  const reviewer = await signedIn(browser, system.url, 'access@backoffice.test')
  await reviewer.goto(path)
  const [kept, removed] = [campaign('00042'), campaign('09999')]
  await find(reviewer, 'Campaign 00042')
  await itemLead(reviewer, kept).press('k')
  await expect(decision(reviewer, kept, 'Keep')).toHaveAttribute('aria-pressed', 'true')
  await find(reviewer, 'Campaign 09999')
  await itemLead(reviewer, removed).press('r')
  await reviewer.getByRole('textbox', { name: 'Reason' }).fill('Left the desk')
  await reviewer.keyboard.press('Enter')
  await expect(decision(reviewer, removed, 'Remove')).toHaveAttribute('aria-pressed', 'true')

  await makeDue(system.dataDir, path.slice('/reviews/'.length))
  // The job that ends reviews runs each minute.
  await expect(async () => {
    await reviewer.reload()
    await expect(itemRow(reviewer, removed)).toContainText('Removed', { timeout: 5_000 })
  }).toPass({ timeout: 120_000 })
  await manager.reload()
  await expect(manager.getByText(/Ended by its deadline/)).toBeVisible()

  const file = await exportEvidence(manager)
  const { key } = await callUsers<{ key: { public_key: string } }>(manager, 'GET', '/reviews/evidence-key')
  const { code, output } = await verifyEvidence(file, key.public_key)
  expect([code, output]).toEqual([0, expect.stringMatching(/1\d,?\d{3}/)])
  expect(file.split('\n').length).toBeGreaterThan(USERS)
  expect((await verifyEvidence(file.replace('Left the desk', 'Left the disk'), key.public_key)).code).toBe(1)
  await manager.close()
  await reviewer.close()
})
