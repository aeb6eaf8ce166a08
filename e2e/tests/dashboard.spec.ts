import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { signIn } from './demo-users.ts'
import { holdResponses } from './page-objects.ts'
import { storedColumns } from './session-storage.ts'
import { expect, test } from './test.ts'

const TILES = [
  'Files',
  'Rows',
  'Inquiries',
  'Transactions',
  'Points',
  'Mapping gaps',
  'Terminals',
  'Cases',
  'User access',
  'System',
]
const tile = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const headings = (page: Page) => page.locator('main').getByRole('heading', { level: 2 })
const count = (text: string | null) => Number((text ?? '').replaceAll(',', ''))

/** Navigates with the router, because a page load takes four times as long. */
const go = (page: Page, path: string) => page.evaluate((to) => history.pushState(null, '', to), path)

async function loaded(page: Page): Promise<void> {
  for (const name of TILES) await expect(tile(page, name).getByText(/as of \d\d:\d\d/)).toBeVisible()
}

test('shows ten tiles with figures, without links to lists that the user may not open', async ({ page }) => {
  await signIn(page, 'viewer')
  await loaded(page)
  await expect(headings(page)).toHaveText(TILES)
  await expect(page.locator('main dl').getByRole('link')).toHaveCount(0)
  await expect(tile(page, 'Mapping gaps').getByText('Map now')).toHaveCount(0)
  await test.step('a date of the address that cannot be shown is refused once; the tiles show yesterday', async () => {
    for (const date of ['2099-01-01', '2026-02-31']) {
      await go(page, `/operational_dashboard?date=${date}`)
      await loaded(page)
      await expect(page.getByRole('main').getByRole('alert')).toHaveCount(1)
    }
  })
  await test.step('the list of transactions is refused', async () => {
    await go(page, '/operational_dashboard/transactions')
    await expect(page.getByRole('main')).toContainText('the module “SMAC Inquiry”')
  })
})

test('the tiles fit the first screen without scrolling', async ({ page }) => {
  await signIn(page, 'admin')
  await loaded(page)
  await expect(tile(page, 'Transactions').locator('canvas')).toBeVisible()
  expect(page.viewportSize()).toEqual({ width: 1280, height: 800 })
  const { scrollWidth, scrollHeight } = await page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement
    return { scrollWidth, scrollHeight }
  })
  expect({ scrollWidth, scrollHeight }).toEqual({ scrollWidth: 1280, scrollHeight: 800 })
  const tops = await headings(page).evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top))
  for (const row of [tops.slice(0, 3), tops.slice(3, 5), tops.slice(5, 9)])
    expect(Math.max(...row) - Math.min(...row)).toBeLessThan(1)
})

test('a failed tile, an invalid reply and a missing chart library affect no other tile', async ({ page }) => {
  const address = '**/dashboard/terminals'
  await page.route(address, (route) => route.fulfill({ status: 500, body: 'no' }))
  await page.route('**/dashboard/points', (route) =>
    route.fulfill({ json: { resource: { as_of: '2026-11-20T00:00:00Z', business_date: '2026-11-19' } } }),
  )
  await page.route(/assets\/bar-chart-/, (route) => route.abort())
  await signIn(page, 'viewer')
  const terminals = tile(page, 'Terminals')
  await expect(terminals.getByRole('alert')).toContainText('Terminals could not be loaded.')
  await expect(page.getByText('Points could not be shown.')).toBeVisible()
  for (const name of TILES.filter((each) => each !== 'Terminals' && each !== 'Points'))
    await expect(tile(page, name).getByText(/as of/)).toBeVisible()
  await expect(tile(page, 'Transactions').getByText('The chart could not be loaded')).toBeVisible()
  await expectAccessible(page)
  await page.unroute(address)
  await terminals.getByRole('button', { name: 'Try again' }).click()
  await expect(terminals.getByText(/as of/)).toBeVisible()
  await expect(terminals.getByRole('alert')).toHaveCount(0)

  await test.step('figures that cannot be refreshed stay, with their age', async () => {
    const figures = tile(page, 'Transactions').locator('dl').first()
    const before = await figures.textContent()
    await page.route('**/dashboard/transactions', (route) => route.abort('connectionrefused'))
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(tile(page, 'Transactions').getByText(/could not be refreshed/)).toBeVisible()
    await expect(figures).toHaveText(before ?? '')
  })
})

test('the address contains the business date, and figures open their lists, also by keyboard', async ({
  page,
}) => {
  await signIn(page, 'supervisor')
  await loaded(page)
  const date = page.getByLabel('Business date', { exact: true })
  const yesterday = await date.inputValue()
  await expect(page).toHaveURL('/operational_dashboard')
  const shown = tile(page, 'Transactions').locator('p').first()
  const before = await shown.textContent()
  await test.step('the date is changed by one day or to any', async () => {
    await page.getByRole('link', { name: 'Day before' }).press('Enter')
    await expect(page).toHaveURL(/date=\d{4}-\d\d-\d\d$/)
    // Figures of two days may be equal.
    await expect(shown.getByRole('link')).not.toHaveAttribute('href', new RegExp(`date=${isoOf(yesterday)}`))
    await page.getByRole('link', { name: 'Day after' }).click()
    await expect(page).toHaveURL('/operational_dashboard')
    await expect(shown).toHaveText(before ?? '')
    await page.getByRole('link', { name: 'Day after' }).click()
    await expect(page.getByRole('link', { name: 'Day after' })).toHaveCount(0)
    await date.fill('29/2/2020')
    await date.press('Enter')
    await expect(page).toHaveURL(/date=2020-02-29$/)
    await expect(tile(page, 'Transactions')).toContainText('No transactions received on Saturday 29 Feb.')
    await expect(tile(page, 'Files')).toContainText('No files received on Saturday 29 Feb.')
    await expect(shown).toHaveText('0')
    await page.goBack()
    await page.goBack()
    await expect(date).toHaveValue(yesterday)
  })
  await test.step('a figure opens its list, whose rows open to all fields and are exported', async () => {
    const row = tile(page, 'Points').getByRole('row', { name: /^over 15/ })
    const wanted = count(await row.getByRole('cell').nth(1).textContent())
    await row.getByRole('link').press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Points pending, over 15 working days')
    await expect(page.getByRole('main')).toContainText(`${wanted} transaction`)
    const rows = page.getByRole('table', { name: 'Transactions' }).locator('tbody tr')
    await expect(rows).toHaveCount(Math.min(500, wanted))
    await expect(rows.first()).toContainText(/•••• \d{4}/)
    await expect(page.locator('tbody')).not.toContainText(/\d{13}/)
    const widths = await page
      .getByRole('table', { name: 'Transactions' })
      .evaluate((table) => [table.getBoundingClientRect().width, table.closest('section')?.clientWidth ?? 0])
    expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0)
    await rows.first().getByRole('button').press('Enter')
    await expect(page.getByRole('term').filter({ hasText: 'Approval code' })).toBeVisible()
    await expectAccessible(page)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    expect((await download).suggestedFilename()).toBe(`transactions_pending_${isoOf(yesterday)}.csv`)
    const chosen = async (format: string) => {
      await page.getByRole('button', { name: 'Formats of the transactions' }).press('Enter')
      const saved = page.waitForEvent('download')
      await page.getByRole('menuitem', { name: format }).press('Enter')
      return saved
    }
    const workbook = await chosen('Excel (.xlsx)')
    expect(workbook.suggestedFilename()).toBe(`transactions_pending_${isoOf(yesterday)}.xlsx`)
    expect((await readFile(await workbook.path())).subarray(0, 2).toString()).toBe('PK')
    // Later tests of this user download a CSV again.
    await chosen('CSV')
    await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeVisible()
    await page.goBack()
    await tile(page, 'Transactions').getByRole('link', { name: 'Earn', exact: true }).press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Transactions, Earn')
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').click()
    await loaded(page)
  })
  await test.step('files and inquiries link to their lists with the filters of the figure', async () => {
    await tile(page, 'Files').getByRole('link', { name: 'With errors' }).click()
    await expect(page).toHaveURL(
      /\/files\?f\.kind=inquiry~import&f\.state=COMPLETED_WITH_ERRORS&f\.finished_at=(\d{4}-\d\d-\d\d)\.\.\1$/,
    )
    await expect(page.getByRole('button', { name: /Type/ }).first()).toBeVisible()
    await page.goBack()
    await tile(page, 'Inquiries').getByRole('link', { name: 'Open now' }).click()
    await expect(page.getByRole('link', { name: 'Past inquiries' })).toHaveAttribute('aria-current', 'page')
  })
})

test('charts load after the figures and have tables; at 360 px nothing is cut off; tiles are arranged', async ({
  page,
}) => {
  const release = await holdResponses(page, /assets\/bar-chart-/)
  await signIn(page, 'admin')
  await loaded(page)
  await expect(page.locator('canvas')).toHaveCount(0)
  release()
  await expect(tile(page, 'Transactions').locator('canvas')).toBeVisible()
  for (const [name, view, table] of [
    ['Transactions', 'as table', 'Transactions by day'],
    ['Points', 'by day', 'Points earned by day'],
  ] as const) {
    await tile(page, name)
      .getByRole('button', { name: `${name}, ${view}` })
      .click()
    await expect(page.getByRole('table', { name: table }).locator('tbody tr')).toHaveCount(14)
  }
  await tile(page, 'Files').getByRole('button', { name: 'Files, by hour' }).click()
  await expect(tile(page, 'Files')).toContainText(/No files received or finished|Received/)
  await expect(page.getByRole('table', { name: 'Transactions by company and class' })).toBeVisible()
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await test.step('the order and visibility of tiles is saved for the user on every device', async () => {
    await page.getByRole('button', { name: 'Tiles' }).click()
    const panel = page.getByRole('dialog', { name: 'Tiles of the dashboard' })
    await panel.getByRole('checkbox', { name: 'Rows' }).uncheck()
    await panel.getByRole('button', { name: 'Move Inquiries up' }).click()
    await panel.getByRole('button', { name: 'Move Inquiries up' }).press('Enter')
    await expect
      .poll(async () => (await storedColumns(page, 'dashboard'))?.slice(0, 3))
      .toEqual(['inquiries', 'files', 'transactions'])
    await page.keyboard.press('Escape')
    const wanted = ['Inquiries', 'Files', ...TILES.slice(3)]
    await expect(headings(page)).toHaveText(wanted)
    await page.evaluate(() => sessionStorage.clear())
    await page.reload()
    await expect(headings(page)).toHaveText(wanted)
    await page.getByRole('button', { name: 'Tiles' }).click()
    await panel.getByRole('button', { name: 'Reset' }).click()
    await expect(headings(page)).toHaveText(TILES)
    await expect.poll(() => storedColumns(page, 'dashboard')).toBeUndefined()
  })
})

/** `2026-11-25` for `25 Nov 2026`. */
const isoOf = (shown: string) => new Date(`${shown} UTC`).toISOString().slice(0, 10)
