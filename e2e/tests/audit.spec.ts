import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { startSession } from './demo-users.ts'
import { readClipboard } from './page-objects.ts'
import { aTender, callTenders, newCode, pane, saveElsewhere } from './tender-records.ts'
import { expect, test } from './test.ts'

const table = (page: Page) => page.getByRole('table', { name: 'Events' })
const row = (page: Page, words: RegExp) => table(page).getByRole('button', { name: words })
const chip = (page: Page) => page.getByRole('button', { name: 'Refused only' })

/** Creates and changes a tender, and opens the list of its events. */
async function openEvents(page: Page): Promise<string> {
  await startSession(page, 'admin')
  const code = newCode()
  const tender = await aTender(page, code)
  await saveElsewhere(page, tender, { tender_name: `${code} for fleets`, effective_to: '2027-06-30' })
  // Similar refusals of a user within a minute become one event, so only one test may cause one.
  const stale = { id: tender.id, version: tender.version, tender_name: 'Too late' }
  expect((await callTenders(page, 'update', { items: [stale] })).status).toBe(409)
  await page.goto(`/audit?f.resource=tender&f.record=${code}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Audit' })).toBeVisible()
  await expect(page.getByText('1–3 of 3')).toBeVisible()
  return code
}

test('an event opens in place with each field before and after', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-write'])
  const code = await openEvents(page)
  await expect(table(page)).toContainText('Today, ')
  await expect(page.getByText('Events can’t be edited. They are kept for 5 years.')).toBeVisible()

  const changed = row(page, /Changed tender/)
  await changed.focus()
  await page.keyboard.press('Enter')
  await expect(changed).toHaveAttribute('aria-expanded', 'true')
  const fields = page.getByRole('table', { name: 'Changed fields' })
  await expect(fields.getByRole('row')).toHaveText([
    'FieldBeforeAfter',
    `Tender name${code} fuel card${code} for fleets`,
    'Effective to—30 Jun 2027',
  ])
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Copy request id' }).click()
  expect(await readClipboard(page)).toMatch(/^[0-9a-f-]{36}$/)

  await page.getByRole('link', { name: `Open FUEL ${code}` }).click()
  await expect(pane(page).getByRole('heading', { name: `Edit tender ${code}` })).toBeVisible()
  await page.goBack()
  await page.keyboard.press('Escape')
  await expect(row(page, /Created tender/)).toBeVisible()

  await test.step('refused events are marked and can be filtered', () => filtersRefused(page))
  await test.step('searches the trail, opens and closes an event by keyboard alone', () =>
    searches(page, code))
})

async function filtersRefused(page: Page): Promise<void> {
  await expect(table(page).getByText('Out of date')).toHaveCount(1)
  await chip(page).click()
  await expect(page.getByText('1–1 of 1')).toBeVisible()
  await expect(chip(page)).toHaveAttribute('aria-pressed', 'true')
  await row(page, /Tried to change tender/).click()
  await expect(page.getByText('someone else saved first').first()).toBeVisible()
  await page.getByRole('button', { name: 'Full history' }).click()
  await expect(page.getByText('1–3 of 3')).toBeVisible()
  await expect(chip(page)).toHaveAttribute('aria-pressed', 'false')
}

async function searches(page: Page, code: string): Promise<void> {
  await page.goto('/audit')
  // The frame, which ignores keys, has a table too.
  await expect(row(page, /Created tender/).first()).toBeVisible()
  const search = page.getByRole('searchbox', { name: 'Search' })
  // The code for keys loads after the rows.
  await expect(async () => {
    await page.keyboard.press('/')
    await expect(search).toBeFocused({ timeout: 500 })
  }).toPass()
  await page.keyboard.type(`${code} for fle`)
  await expect(page.getByText('1–1 of 1')).toBeVisible()
  const changed = row(page, /Changed tender/)
  for (let stop = 0; stop < 40; stop++) {
    if (await changed.evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await expect(changed).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('table', { name: 'Changed fields' })).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Full history' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('1–3 of 3')).toBeVisible()
}
