import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { loadTransactions } from '../system/load-transactions.ts'
import { expectAccessible } from './axe.ts'
import { signIn, startSession } from './demo-users.ts'
import { expect, test } from './test.ts'

/** A code of four characters. Each test has its own first character. */
const aCode = (first: string) =>
  `${first}${randomInt(36 ** 3)
    .toString(36)
    .padStart(3, '0')}`.toUpperCase()

const gap = (page: Page, code: string) =>
  page.getByRole('table', { name: 'Mapping gaps' }).getByRole('row').filter({ hasText: code })

async function choose(page: Page, label: string, code: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).fill(code)
  await page.getByRole('option', { name: new RegExp(`^${code}\\b`) }).click()
}

test('a gap opens a prefilled form, and disappears without a reload once its row is saved', async ({
  page,
}) => {
  const code = aCode('Q')
  await loadTransactions([{ source_tender_id: code }, { source_tender_id: code.toLowerCase() }])
  await startSession(page, 'lookup')
  await page.goto(`/lookup?q=${code}`)
  await expect(gap(page, code)).toContainText('24,690.00')
  await expectAccessible(page)
  await page.getByRole('link', { name: `Map now, FUEL ${code}` }).click()
  const pane = page.getByRole('region', { name: 'Create tender' })
  await expect(pane.getByLabel('Tender ID')).toHaveValue(code)
  await expect(pane.getByLabel('Source system')).toHaveValue('FUEL')
  await pane.getByLabel('Tender name').fill('A new tender')
  await choose(page, 'Payment method', 'CSH')
  await pane.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page).toHaveURL(/\/lookup(\?|$)/)
  await page.getByLabel('Search codes').fill(code)
  await expect(page.getByText(/No code matches|No mapping gaps/)).toBeVisible()

  await test.step('maps several gaps of a kind at once, and updates without a reload', () =>
    mapsSeveral(page))
})

async function mapsSeveral(page: Page): Promise<void> {
  const [one, other] = [aCode('X'), aCode('Y')]
  await loadTransactions([one, other].map((source_tender_id) => ({ source_tender_id })))
  for (const code of [one, other]) {
    await page.getByLabel('Search codes').fill(code)
    await expect(gap(page, code)).toBeVisible()
  }
  await page.goto('/lookup?f.kind=TENDER&sort=-code&size=100')
  for (const code of [one, other]) await gap(page, code).getByRole('checkbox').check()
  const before = await mappedPesos(page)
  await page.getByRole('button', { name: 'Map tenders' }).click()
  const dialog = page.getByRole('dialog', { name: 'Map 2 tenders' })
  for (const code of [one, other])
    await dialog.getByLabel(new RegExp(`^Tender name of .*${code}`)).fill(`Wallet ${code}`)
  await choose(page, 'Payment method', 'CSH')
  await dialog.getByRole('button', { name: 'Map', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(gap(page, one)).toHaveCount(0)
  await expect(gap(page, other)).toHaveCount(0)
  await expect.poll(() => mappedPesos(page)).toBeGreaterThanOrEqual(before + 24_690)
}

async function mappedPesos(page: Page): Promise<number> {
  const sentence = await page.getByText(/ is mapped\.$/).textContent()
  return Number(sentence?.match(/₱ ([\d,.]+) is mapped/)?.[1]?.replaceAll(',', ''))
}

test('terminals of another company need a confirmation each, and the toast offers Undo', async ({ page }) => {
  const [one, other] = [`${aCode('M')}0000`, `${aCode('N')}0000`]
  await loadTransactions([one, other].map((source_terminal_id) => ({ source_terminal_id })))
  await startSession(page, 'lookup')
  await page.goto('/lookup?f.kind=TERMINAL&sort=-code&size=100')
  for (const code of [one, other]) await gap(page, code).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Map terminals' }).click()
  const dialog = page.getByRole('dialog', { name: 'Map 2 terminals' })
  await choose(page, 'Company', 'MBR')
  await choose(page, 'Branch', '0101')
  await expectAccessible(page)
  await dialog.getByRole('checkbox', { name: `${one}, received from NLF` }).check()
  await dialog.getByRole('button', { name: 'Map', exact: true }).click()
  await expect(dialog.getByText(`Received from another company: ${other} (NLF)`)).toBeVisible()
  await dialog.getByRole('checkbox', { name: `${other}, received from NLF` }).check()
  await dialog.getByRole('button', { name: 'Map', exact: true }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  // The mapping may already have used the terminals.
  await expect(page.getByText(/terminals? (removed|kept)/).first()).toBeVisible()
})

test('kinds filter the gaps, and the dashboard tile links to them', async ({ page }) => {
  await loadTransactions([{ source_tran_code: aCode('T') }])
  await signIn(page, 'lookup')
  const tile = page.getByRole('region', { name: 'Mapping gaps' })
  await tile.getByRole('link', { name: 'Tran codes', exact: true }).click()
  await expect(page).toHaveURL(/f\.kind=TRANCODE/)
  await expect(page.getByRole('button', { name: /^Tran codes/ })).toHaveAttribute('aria-pressed', 'true')
  const kinds = page.getByRole('table', { name: 'Mapping gaps' }).locator('tbody tr')
  await expect(kinds.first()).toContainText('Tran code')
  await page.getByRole('button', { name: /^All \d/ }).click()
  await expect(page).not.toHaveURL(/f\.kind/)
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(page.getByRole('button', { name: /^All \d/ })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await expectAccessible(page)

  await test.step('also if their figures fail', async () => {
    const code = aCode('V')
    await loadTransactions([{ source_tran_code: code }])
    await page.route('**/lookup/mapping_gaps/figures', (route) => route.fulfill({ status: 500, json: {} }))
    await page.goto(`/lookup?q=${code}`)
    await page.getByRole('button', { name: /^Tran codes/ }).click()
    await expect(page).toHaveURL(/f\.kind=TRANCODE/)
    await expect(gap(page, code)).toBeVisible()
  })
})
