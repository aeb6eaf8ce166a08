// over 300 lines: one form and its reply, and every refusal at its field
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { startSession } from './demo-users.ts'
import { readClipboard } from './page-objects.ts'
import { storedColumns } from './stored-columns.ts'
import { expect, test } from './test.ts'

/** A card with a pending transaction older than fifteen working days. */
const CARD = '9990000000000011'
const JUST_POSTED = '9999000000004568'
const EXPIRED = '9990000000001233'

const tickets = (() => {
  let last = 0
  return () => `OPS-${Date.now().toString(36)}-${++last}`.toUpperCase().slice(0, 30)
})()

async function openForm(page: Page): Promise<void> {
  await startSession(page, 'agent')
  await page.goto('/smac_inquiry')
  await expect(page.getByText('Run an inquiry to see the card')).toBeVisible()
}

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

test('accepts a card as printed, shows summary, totals and ages, and clears the number', async ({ page }) => {
  await openForm(page)
  await fill(page, { 'Card number': ' 9990 0000-0000 0011 ' })
  await run(page)
  const reply = page.getByRole('region', { name: /transactions? of/ })
  await expect(reply).toContainText('•••• 0011')
  await expect(reply.getByText('Active', { exact: true })).toBeVisible()
  await expect(reply.getByText('Points post within 15 working days.')).toBeVisible()
  await expect(rows(page)).toHaveCount(3)
  const late = rows(page).filter({ hasText: /\d\d days/ })
  await expect(late).toHaveAttribute('data-mark', 'bad')
  await expect(page.getByLabel('Card number')).toHaveValue('')
  await expect(page.getByLabel('Card number')).toHaveAttribute('placeholder', '•••• 0011')
  await expect(page).toHaveURL(/\/smac_inquiry\?inquiry=[0-9a-f-]{36}$/)
  expect(await page.content()).not.toContain(CARD)
  await expectAccessible(page)
})

test('narrows the inquiry of the same card without typing it again', async ({ page }) => {
  await openForm(page)
  await fill(page, { 'Card number': CARD })
  await run(page)
  await expect(rows(page)).toHaveCount(3)
  const first = page.url()
  await page.getByText('More filters').click()
  await page.getByLabel('Status').selectOption('POSTED')
  await run(page)
  await expect(rows(page)).toHaveCount(1)
  expect(page.url()).not.toBe(first)
  await page.getByLabel('Class', { exact: true }).selectOption('EXPIRY')
  await run(page)
  await expect(page.getByText('No transactions match the filters')).toBeVisible()
})

test('searches by account and by reference', async ({ page }) => {
  await openForm(page)
  await page.getByRole('radio', { name: 'Account' }).check()
  await fill(page, { 'Account number': '3000-000001' })
  await run(page)
  await expect(rows(page)).toHaveCount(3)
  const receipt = (await rows(page).first().getByRole('cell').nth(3).textContent()) ?? ''
  await page.getByRole('radio', { name: 'Reference' }).check()
  await page.getByLabel('Reference', { exact: true }).last().fill(receipt.toLowerCase())
  await run(page)
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByRole('region', { name: /1 transaction of/ })).toContainText(receipt)
})

test('reports what was not found', async ({ page }) => {
  await openForm(page)
  await fill(page, { 'Card number': '9991234567890127' })
  await run(page)
  await expect(page.getByLabel('Card number')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText('Check digit is wrong: compare with the card')).toBeVisible()
  await page.getByLabel('Card number').fill('9990000000009996')
  await run(page)
  await expect(page.getByText(/Card not found|Check digit is wrong/)).toBeVisible()
  await page.getByLabel('Card number').fill(EXPIRED)
  await run(page)
  await expect(page.getByText(/^No transactions from/)).toBeVisible()
  await expect(page.getByText(/The last transaction was on .*\. Choose other dates\./)).toBeVisible()
  await expect(page.getByText('Expired', { exact: true })).toBeVisible()
})

for (const [what, fields, message] of [
  ['15 digits', { 'Card number': '999000000000001' }, 'A card number has 16 digits: this has 15'],
  ['letters', { 'Card number': '99900000OOOO0011' }, 'A card number has digits only'],
  [
    'too long a range',
    { 'Card number': CARD, 'Date from': '2026-01-01' },
    /The range has \d+ days\. Choose at most 92/,
  ],
  ['a reversed range', { 'Card number': CARD, 'Date to': '2020-01-01' }, 'Date to is before Date from'],
  [
    'a card as ticket',
    { 'Card number': CARD, 'Ticket number': CARD },
    'Leave the card number out: this is shown to others',
  ],
] as const)
  test(`refuses ${what} at its field, before anything is sent`, async ({ page }) => {
    await openForm(page)
    let sent = 0
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/smac_inquiry')) sent += 1
    })
    await fill(page, fields)
    await run(page)
    await expect(page.getByText(message)).toBeVisible()
    expect(sent).toBe(0)
  })

test('purpose and ticket are required', async ({ page }) => {
  await openForm(page)
  await page.getByLabel('Card number').fill(CARD)
  await run(page)
  await expect(page.getByText('Select Purpose')).toBeVisible()
  await expect(page.getByText('Enter Ticket number')).toBeVisible()
})

test('a refusal or failure of the server keeps all input', async ({ page }) => {
  await openForm(page)
  const ticket = await fill(page, { 'Card number': CARD })
  await page.route('**/smac_inquiry', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 503, body: 'no' }) : route.fallback(),
  )
  await run(page)
  await expect(page.getByRole('alert').filter({ hasText: 'busy or restarting' })).toBeVisible()
  await expect(page.getByLabel('Ticket number')).toHaveValue(ticket)
  await expect(page.getByLabel('Card number')).toHaveValue(CARD)
  await page.unroute('**/smac_inquiry')
  await run(page)
  await expect(rows(page)).toHaveCount(3)
})

test('copies the reply for the ticket with a masked card', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openForm(page)
  await fill(page, { 'Card number': JUST_POSTED })
  await run(page)
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(page.getByText('Copied')).toBeVisible()
  const text = await readClipboard(page)
  expect(text).toContain('Card •••• 4568, active.')
  expect(text).toContain('Nothing is pending.')
  expect(text).not.toContain(JUST_POSTED)
})

test('marks a reply as of the previous card while the form differs', async ({ page, context }) => {
  await openForm(page)
  await fill(page, { 'Card number': CARD })
  await run(page)
  const copy = page.getByRole('button', { name: 'Copy', exact: true })
  const previous = page.getByText('This reply is for card •••• 0011.')
  await expect(copy).toBeEnabled()
  await page.getByLabel('Card number').fill(JUST_POSTED)
  await expect(previous).toBeVisible()
  await expect(copy).toBeDisabled()
  await context.setOffline(true)
  await run(page)
  await expect(page.getByRole('form', { name: 'Single inquiry' }).getByRole('alert')).toBeVisible()
  await expect(previous).toBeVisible()
  await expect(copy).toBeDisabled()
  await context.setOffline(false)
  await run(page)
  await expect(page.getByText(/^Card •••• 4568, active/)).toBeVisible()
  await expect(previous).toBeHidden()
  await expect(copy).toBeEnabled()
})

test('a filtered reply shows the filter and the number of hidden rows', async ({ page }) => {
  await openForm(page)
  await fill(page, { 'Card number': CARD })
  await page.getByText('More filters').click()
  await page.getByLabel('Status').selectOption('POSTED')
  await run(page)
  await expect(page.getByText('Only posted transactions are listed.')).toBeVisible()
  await expect(page.getByText(/^Not included: \d+ pending purchases?/)).toBeVisible()
  await expect(page.getByText('Nothing is pending.')).toBeHidden()
})

test('picks company, branch and terminal, and keeps a removed code at its field', async ({ page }) => {
  await openForm(page)
  await fill(page, { 'Card number': CARD })
  await page.getByText('More filters').click()
  const picker = (name: string) => page.getByRole('combobox', { name, exact: true })
  await picker('Branch').click()
  await expect(page.getByText('Select Company first').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await picker('Company').fill('NLF')
  await page.getByRole('option', { name: /^NLF Northline/ }).click()
  await picker('Branch').click()
  await page.getByRole('option', { name: /^0101 / }).click()
  await picker('Terminal').fill('6')
  await page
    .getByRole('option', { name: /in branch/ })
    .first()
    .click()
  await expectAccessible(page)
  const request = page.waitForRequest(
    (each) => each.url().endsWith('/smac_inquiry') && each.method() === 'POST',
  )
  await run(page)
  const body = (await request).postDataJSON()
  expect(body).toMatchObject({ company_code: 'NLF' })
  expect(body.branch_code).toMatch(/^\w{3,6}$/)
  expect(body.terminal_id).toMatch(/^\w{8}$/)
  await expect(page.getByText(/^Card •••• 0011/)).toBeVisible()

  // A past inquiry of a removed company: its code is shown with the refusal.
  await page.route('**/smac_inquiry/*-*', async (route) => {
    const response = await route.fetch()
    const { resource } = await response.json()
    resource.criteria = {
      ...resource.criteria,
      company_code: 'XYZ',
      branch_code: undefined,
      terminal_id: undefined,
    }
    await route.fulfill({ response, json: { resource } })
  })
  await page.reload()
  await expect(picker('Company')).toHaveValue('XYZ')
  await run(page)
  await expect(page.getByText('Company XYZ does not exist')).toBeVisible()
  // The refused field is focused, its list is open, and its search shows the code.
  await expect(picker('Company')).toHaveAttribute('placeholder', 'XYZ')
})

test('applies columns and sort, and exports the shown rows', async ({ page }) => {
  await openForm(page)
  await fill(page, { 'Card number': CARD })
  await run(page)
  await page.getByRole('button', { name: 'Columns of transactions' }).click()
  await page.getByRole('checkbox', { name: 'Method' }).uncheck()
  await page.getByRole('checkbox', { name: 'RRN' }).check()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Amount, ₱' }).click()
  await expect(page.getByRole('columnheader', { name: /Amount/ })).toHaveAttribute('aria-sort', 'ascending')
  const amounts = rows(page).locator('td:nth-child(5)')
  await expect(amounts).toHaveText(['₱ 900.00', '₱ 1,200.00', '₱ 3,000.00'])
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  const lines = file.replace('\ufeff', '').trim().split('\n')
  expect(lines[0]).toBe(
    'business_date,transaction_at,tran_code,tran_description,tran_class,company_code,branch_code,branch_name,receipt_no,amount,points,status,posting_age,rrn',
  )
  expect(lines.slice(1).map((line) => line.split(',').find((cell) => /^\d+\.\d\d$/.test(cell)))).toEqual([
    '900.00',
    '1200.00',
    '3000.00',
  ])
  expect(file).not.toContain(CARD)
  await page.getByRole('button', { name: 'Columns of transactions' }).click()
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect.poll(() => storedColumns(page, 'transactions')).toBeUndefined()
})

test('only the shown tab is current', async ({ page }) => {
  await openForm(page)
  const current = page.getByRole('navigation', { name: 'Types of inquiry' }).locator('[aria-current]')
  for (const [search, tab] of [
    ['', 'Single inquiry'],
    ['?tab=file', 'From a file'],
    ['?tab=file&q=branch', 'From a file'],
    ['?q=branch', 'From a file'],
    ['?tab=past', 'Past inquiries'],
    ['?past.q=OPS', 'Past inquiries'],
  ] as const) {
    await page.goto(`/smac_inquiry${search}`)
    await expect(current).toHaveText([tab])
  }
})

test('a past inquiry opens with its saved reply and runs again', async ({ page }) => {
  await openForm(page)
  const ticket = await fill(page, { 'Card number': CARD })
  await run(page)
  await expect(rows(page)).toHaveCount(3)
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
  await expect(page.getByLabel('Date from')).toHaveValue(daysAgo(60))
  await expect(rows(page)).toHaveCount(3)
  await run(page)
  await expect(page.getByText(/^Saved answer/)).toHaveCount(0)
  await expect(page).not.toHaveURL(address)
})

test('the reply of another user, or an unknown one, is not found', async ({ page }) => {
  await openForm(page)
  await page.goto('/smac_inquiry?inquiry=00000000-0000-4000-8000-000000000000')
  await expect(page.getByText('Inquiry not found.')).toBeVisible()
  await page.goto('/smac_inquiry?inquiry=nonsense')
  await expect(page.getByRole('button', { name: 'Run inquiry' })).toBeVisible()
})

test('an expired reply shows a message and can be run again', async ({ page }) => {
  await openForm(page)
  const detail = 'It was removed 90 days after the inquiry. Run it again for current data.'
  const json = { type: 'about:blank', title: 'Gone', status: 410, code: 'answer_removed', detail }
  await page.route('**/smac_inquiry/0000*', (route) =>
    route.fulfill({ status: 410, json, contentType: 'application/problem+json' }),
  )
  await page.goto('/smac_inquiry?inquiry=00000000-0000-4000-8000-000000000000')
  await expect(page.getByText('The reply of this inquiry is no longer stored.')).toBeVisible()
  await expect(page.getByText(detail)).toBeVisible()
  await fill(page, { 'Card number': CARD })
  await run(page)
  await expect(rows(page)).toHaveCount(3)
})

test('more than 500 transactions require a narrower range', async ({ page }) => {
  await openForm(page)
  await fill(page, { 'Card number': CARD })
  await page.route('**/smac_inquiry', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    const response = await route.fetch()
    const { resource } = await response.json()
    const totals = { ...resource.totals, rows: 1_204 }
    await route.fulfill({ response, json: { resource: { ...resource, is_cut: true, totals } } })
  })
  await run(page)
  await expect(page.getByText('Narrow the range.')).toBeVisible()
  await expect(page.getByText(/newest 500 of 1,204 transactions/)).toBeVisible()
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
