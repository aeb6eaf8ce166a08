import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { createSampleFile } from '../../drills/files.ts'
import { asUpload } from './card-files.ts'
import { signIn } from './demo-users.ts'
import { uploadFile } from './page-objects.ts'
import { expect, test } from './test.ts'

const CARDS = 2_000
const ROWS = 100_000

async function download(page: Page, button: string): Promise<string[]> {
  const arriving = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  return (await readFile(await (await arriving).path(), 'utf8')).trimEnd().split('\n')
}

function tally(lines: readonly string[], column: number): Record<string, number> {
  const counted: Record<string, number> = {}
  for (const line of lines) {
    const value = line.split(',')[column] ?? ''
    counted[value] = (counted[value] ?? 0) + 1
  }
  return counted
}

test('processes 100,000 rows of every kind, up to the corrected second file', async ({ page }) => {
  test.slow()
  // Not the agent, whose results are held after a search for a card number in another test.
  await signIn(page, 'supervisor', '/smac_inquiry')
  const content = createSampleFile(ROWS, CARDS, { dated: true }).toString()
  await uploadFile(page, { ...asUpload('', 'hundred-thousand'), buffer: Buffer.from(content) })
  const counts = page.getByLabel('Counts')
  await expect(counts).toContainText('Valid80,000', { timeout: 30_000 })
  await expect(counts).toContainText('Invalid15,000')
  await expect(counts).toContainText('Duplicate5,000')
  const errors = await download(page, 'Download errors')
  expect(tally(errors.slice(1), 5)).toEqual({ E003: 5_000, E005: 5_000, E008: 5_000, E012: 5_000 })

  // From here on the page must update without a reload.
  await page.evaluate(() => Object.assign(window, { isTheSamePage: true }))
  await page.getByLabel('Purpose').selectOption({ label: 'Reconciliation' })
  await page.getByLabel('Ticket number').fill('INC-20418')
  await page.getByRole('button', { name: 'Run inquiry' }).click()
  await expect(page.getByText('Completed with errors').first()).toBeVisible({ timeout: 60_000 })
  expect(await page.evaluate(() => 'isTheSamePage' in window)).toBe(true)
  for (const name of ['Found 30,000', 'Not found 50,000'])
    await expect(page.getByRole('button', { name, exact: true })).toBeVisible()

  const result = (await download(page, 'Download result')).slice(1)
  expect(result).toHaveLength(ROWS)
  expect(tally(result, 3)).toEqual({ FOUND: 30_000, NOT_FOUND: 50_000, INVALID: 15_000, DUPLICATE: 5_000 })
  result.forEach((line, index) => {
    if (!line.startsWith(`${index + 1},`)) throw new Error(`line ${index + 1} is ${line}`)
  })

  const rejected = await download(page, 'Download rejected')
  expect(rejected).toHaveLength(15_001)
  const corrected = rejected
    .filter((line) => !line.startsWith('9.99E+15'))
    .map((line) => line.replace('2026-02-30', '2026-02-28'))
  await uploadFile(page, { ...asUpload('', 'corrected'), buffer: Buffer.from(`${corrected.join('\n')}\n`) })
  await expect(counts).toContainText('Valid5,000', { timeout: 30_000 })
  await expect(counts).toContainText('Invalid5,000')
})
