import type { BrowserContext, Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { startSession } from './demo-users.ts'
import { pauseClock } from './page-objects.ts'
import { expect, test } from './test.ts'

/** A demo card, visible to staff only by its last four digits. */
const CARD = '9990000000000029'
const GROUPS = '9990 0000 0000 0029'

async function openReply(page: Page): Promise<void> {
  await page.goto('/smac_inquiry')
  await page.getByLabel('Card number').fill(CARD)
  await page.getByLabel('Purpose').selectOption('FRAUD_REVIEW')
  await page.getByLabel('Ticket number').fill('OPS-29')
  await page.getByRole('button', { name: 'Run inquiry' }).click()
  await expect(page.getByText('999000 •••••• 0029').first()).toBeVisible()
}

async function reveal(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Reveal', exact: true }).click()
  await page.getByRole('button', { name: 'Reveal for 30 s' }).click()
}

const shown = (page: Page) => page.getByText(GROUPS)

/** Expects that the number, with any grouping, is in no storage and no content of the page. */
async function expectNowhere(page: Page, context: BrowserContext): Promise<void> {
  const kept = await page.evaluate(async () => {
    const databases = (await indexedDB.databases?.()) ?? []
    return JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      document.cookie,
      document.title,
      location.href,
      history.state,
      databases.map(({ name }) => name),
      document.documentElement.outerHTML,
      [...document.querySelectorAll('input')].map(({ value }) => value),
    ])
  })
  for (const text of [kept, JSON.stringify(await context.storageState())])
    expect(text.replace(/[\s-]/g, '')).not.toContain(CARD)
}

test('shows a number for 30 seconds with a countdown, and then nowhere', async ({ page, context }) => {
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await startSession(page, 'supervisor')
  await page.clock.install()
  await openReply(page)
  await expectNowhere(page, context)
  await page.getByRole('button', { name: 'Reveal', exact: true }).click()
  await expect(page.getByLabel('Reason')).toHaveValue('FRAUD_REVIEW')
  await expect(page.getByRole('form', { name: 'Reveal' }).getByLabel('Ticket number')).toHaveValue('OPS-29')
  await expect(page.getByText(/^Recorded with your name\. \d+ of 1000 used today\.$/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Reveal for 30 s' }).click()
  await expect(shown(page)).toBeVisible()
  await test.step('a shown number cannot be copied', async () => {
    const copied = await page.evaluate(() => {
      const copies: string[] = []
      addEventListener('copy', () => copies.push(String(getSelection())))
      document.execCommand('selectAll')
      document.execCommand('copy')
      return copies.join()
    })
    expect(copied.replace(/\s/g, '')).not.toContain(CARD)
  })
  // When the user leaves for another screen, the number is masked at once.
  await page.getByRole('link', { name: 'Operational Dashboard' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Operational Dashboard' })).toBeVisible()
  await expectNowhere(page, context)
  await page.goBack()
  await expect(page.getByText('999000 •••••• 0029')).toBeVisible()
  await expect(shown(page)).toHaveCount(0)
  await reveal(page)
  await expect(shown(page)).toBeVisible()
  await pauseClock(page)
  await page.clock.runFor(10_000)
  await expect(page.getByRole('timer')).toHaveText(/^masked in (1\d|20) s$/)
  await page.clock.runFor(20_000)
  await expect(shown(page)).toHaveCount(0)
  await page.clock.resume()
  await expectNowhere(page, context)
  for (const text of [...said, ...addresses]) expect(text).not.toContain(CARD)
})
