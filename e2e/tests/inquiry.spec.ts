import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { startSession } from './demo-users.ts'
import { expect, test } from './test.ts'

/** A card with a pending transaction older than fifteen working days. */
const CARD = '9990000000000011'

const tickets = (() => {
  let last = 0
  return () => `OPS-${Date.now().toString(36)}-${++last}`.toUpperCase().slice(0, 30)
})()

async function openForm(page: Page): Promise<void> {
  await startSession(page, 'agent')
  await page.goto('/smac_inquiry')
  await expect(page.getByText('Run an inquiry to see the card')).toBeVisible()
}

/** `5 Nov 2026`, without checking the month. */
const shownDay = (iso: string) => new RegExp(`^${Number(iso.slice(8))} [A-Z][a-z]{2} ${iso.slice(0, 4)}$`)

const daysAgo = (days: number) =>
  new Date(Date.now() + 8 * 3_600_000 - days * 86_400_000).toISOString().slice(0, 10)

async function fill(page: Page, fields: Record<string, string>, ticket = tickets()): Promise<string> {
  await page.getByLabel('Date from').fill(daysAgo(60))
  await page.getByLabel('Purpose').selectOption('MEMBER_COMPLAINT')
  await page.getByLabel('Ticket number').fill(ticket)
  for (const [label, value] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(value)
  return ticket
}

const run = (page: Page) => page.getByRole('button', { name: 'Run inquiry' }).click()
const rows = (page: Page) => page.getByRole('table', { name: 'Transactions' }).locator('tbody tr')

test('accepts a card as printed, shows summary, totals and ages, exports them and clears the number', async ({
  page,
}) => {
  await openForm(page)
  const ticket = await fill(page, { 'Card number': ' 9990 0000-0000 0011 ' })
  await run(page)
  const reply = page.getByRole('region', { name: /transactions? of/ })
  await expect(reply).toContainText('•••• 0011')
  await expect(reply.getByText('Active', { exact: true })).toBeVisible()
  await expect(reply.getByText('points post within 15.')).toBeVisible()
  await expect(rows(page)).toHaveCount(3)
  const late = rows(page).filter({ hasText: /\d\d working days/ })
  await expect(late).toHaveAttribute('data-mark', 'bad')
  await expect(page.getByLabel('Card number')).toHaveValue('')
  await expect(page.getByLabel('Card number')).toHaveAttribute('placeholder', '•••• 0011')
  await expect(page).toHaveURL(/\/smac_inquiry\?inquiry=[0-9a-f-]{36}$/)
  expect(await page.content()).not.toContain(CARD)
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  expect(file.trim().split('\n')).toHaveLength(1 + 3)
  expect(file).not.toContain(CARD)

  await test.step('a past inquiry opens with its saved reply and runs again', () => runsAgain(page, ticket))
})

async function runsAgain(page: Page, ticket: string): Promise<void> {
  const address = page.url()
  await page.getByRole('link', { name: 'Past inquiries' }).click()
  const past = page.getByRole('row').filter({ hasText: ticket })
  await expect(past).toContainText('•••• 0011')
  await expect(past).toContainText('Found')
  await past.getByRole('link').click()
  await expect(page).toHaveURL(address)
  await page.reload()
  await expect(page.getByText(/^Saved answer from .*, run by /)).toBeVisible()
  await expect(page.getByLabel('Ticket number')).toHaveValue(ticket)
  await expect(page.getByLabel('Date from')).toHaveValue(shownDay(daysAgo(60)))
  await expect(rows(page)).toHaveCount(3)
  await run(page)
  await expect(page.getByText(/^Saved answer/)).toHaveCount(0)
  await expect(page).not.toHaveURL(address)
}

test('runs several pasted cards as a file', async ({ page }) => {
  await startSession(page, 'agent')
  await page.goto('/smac_inquiry?tab=several')
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  await page.getByLabel('Card numbers').fill('9990 0000 0000 0011, 9990-0000-0000-0012')
  await expect(page.getByRole('row', { name: /Check digit is wrong/ })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Card numbers').fill('9990 0000 0000 0011 and\n9990-0000-0000-0029')
  await expect(page.getByText('2 cards', { exact: true })).toBeVisible()
  await page.getByLabel('Date range').selectOption({ label: 'Last 7 days' })
  // A list that no other run has uploaded.
  await page.getByLabel('Date from').fill(daysAgo(3 + (Date.now() % 25)))
  await page.getByLabel('Purpose').selectOption('RECONCILIATION')
  await page.getByLabel('Ticket number').fill(tickets())
  await page.getByRole('button', { name: 'Run inquiry' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^2-cards-/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download result' })).toBeVisible()
  expect(sent.filter((url) => url.includes('99900000'))).toEqual([])
})

test('works by keyboard and at 360 px', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openForm(page)
  await page.getByRole('radio', { name: 'Card' }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.type('9990 0000 0000 0011')
  await page.getByLabel('Date from').fill(daysAgo(60))
  await page.getByLabel('Purpose').focus()
  await page.keyboard.type('Mem')
  await page.getByLabel('Ticket number').focus()
  await page.keyboard.type(tickets())
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveCount(3)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await expectAccessible(page)
})
