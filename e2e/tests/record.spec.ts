import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { startSession } from './demo-users.ts'
import { holdResponses } from './page-objects.ts'
import {
  aTender,
  callTenders,
  field,
  newCode,
  openTender,
  openTenders,
  pane,
  rowLink,
  save,
  saveElsewhere,
} from './tender-records.ts'
import { expect, test } from './test.ts'

test.beforeEach(({ page }) => startSession(page, 'admin'))

test('creates a tender next to the list, with errors at their fields', async ({ page }) => {
  const code = newCode()
  await aTender(page, code)
  const other = newCode()
  await openTenders(page, code)
  await page.getByRole('link', { name: 'Create tender' }).click()
  await expect(pane(page).getByRole('heading', { name: 'Create tender' })).toBeFocused()
  await save(page)
  await expect(field(page, 'Source system')).toBeFocused()
  await expect(field(page, 'Source system')).toHaveAccessibleDescription(/select/i)
  await expect(field(page, 'Tender ID')).toHaveAttribute('aria-invalid', 'true')

  await field(page, 'Source system').selectOption('FUEL')
  await field(page, 'Tender ID').fill(code.toLowerCase())
  await field(page, 'Tender name').fill(`${code} second <b>card</b>`)
  await chooseOption('Payment method', 'AR')
  await chooseOption('Company', 'NLF')
  await save(page)
  // The server checks too, and names the conflicting row.
  await expect(field(page, 'Tender ID')).toBeFocused()
  await expect(field(page, 'Tender ID')).toHaveAccessibleDescription(/already exists/)
  await expect(pane(page).getByRole('link', { name: new RegExp(`FUEL ${code}`) })).toBeVisible()

  await field(page, 'Tender ID').fill(other)
  await pane(page).getByRole('button', { name: 'Save and new' }).click()
  await expect(field(page, 'Tender ID')).toHaveValue('')
  await expect(field(page, 'Source system')).toBeFocused()
  await expect(pane(page).getByText('Unsaved changes')).toHaveCount(0)
  await expect(rowLink(page, other)).toBeVisible()
  await expect(page.getByText(`${code} second <b>card</b>`)).toBeVisible()

  await test.step('a change keeps the position in the list', () => changeInList(page, code))
  await test.step('a record over the list is accessible at 360 px', async () => {
    // A toast would cover the Close button.
    await expect(page.getByRole('status').filter({ hasText: /saved|created/ })).toHaveCount(0)
    await rowLink(page, code).click()
    await page.setViewportSize({ width: 360, height: 740 })
    await expect(field(page, 'Effective to')).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await expectAccessible(page)
    await pane(page).getByRole('button', { name: 'Close' }).click()
    await expect(pane(page)).toHaveCount(0)
  })
  await test.step('errors of a form fit into 360 px', async () => {
    await page.goto('/lookup/tenders/create')
    await save(page)
    await expect(pane(page).getByText('Select Payment method')).toBeVisible()
    const form = pane(page).getByRole('form')
    expect(await form.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  })

  async function chooseOption(label: string, option: string) {
    await field(page, label).fill(option)
    await page.getByRole('option', { name: new RegExp(`^${option} `) }).click()
  }
})

async function changeInList(page: Page, code: string): Promise<void> {
  await rowLink(page, code).click()
  await expect(pane(page).getByRole('heading', { name: `Edit tender ${code}` })).toBeFocused()
  await expect(page.getByRole('heading', { level: 1, name: 'Tenders' })).toBeVisible()
  await expect(page).toHaveTitle(`FUEL ${code} · Tenders · Backoffice`)
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem')
  await expect(crumbs).toHaveText(['Lookup', 'Tenders', `FUEL ${code}`])
  await expect(pane(page).getByText('Version 1, saved by Alma Dizon at')).toBeVisible()
  await expect(pane(page).getByText('In force')).toBeVisible()
  await field(page, 'Tender name').fill(`${code} renamed`)
  await expect(pane(page).getByText('Unsaved changes')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+s')
  await expect(pane(page)).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`/lookup/tenders\\?q=${code}$`))
  await expect(rowLink(page, code)).toBeFocused()
  await expect(page.getByText(`${code} renamed`)).toBeVisible()
}

test('merges the changes of another user field by field', async ({ page, browser }) => {
  const code = newCode()
  const tender = await aTender(page, code, { bin_from: null })
  const other = await browser.newPage()
  await startSession(other, 'lookup')
  await openTender(page, code)

  await field(page, 'Tender name').fill(`${code} mine`)
  await field(page, 'Effective to').fill('2027-12-31')
  await field(page, 'Card scheme').fill('VISA')

  const theirs = { tender_name: `${code} theirs`, effective_to: '2027-06-30', status: 'INACTIVE' }
  const saved = await saveElsewhere(other, tender, theirs)

  await save(page)
  const dialog = page.getByRole('dialog', { name: 'Someone else saved this tender first' })
  await expect(dialog).toContainText(`Carla Lim saved FUEL ${code} at`)
  await expect(dialog.getByText('2 fields left to choose')).toBeVisible()
  const saveMerged = dialog.getByRole('button', { name: 'Save' })
  await expect(saveMerged).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible(page, 'dialog')
  await expect(dialog.getByRole('row', { name: /^Card scheme/ })).toContainText('only you changed it')
  await expect(dialog.getByRole('row', { name: /^Status/ })).toContainText('only Carla Lim changed it')
  await dialog.getByRole('button', { name: 'Take all of theirs' }).click()
  await expect(dialog.getByText('Nothing left to choose')).toBeVisible()
  await dialog.getByRole('radio', { name: /^Tender name, yours/ }).check()

  // Another save in between restarts the choice from that version.
  await saveElsewhere(other, saved, { tender_name: `${code} once more` })
  await saveMerged.click()
  await expect(dialog.getByText('1 field left to choose')).toBeVisible()
  await expect(dialog.getByRole('columnheader', { name: 'Theirs, version 3' })).toBeVisible()
  await dialog.getByRole('radio', { name: /^Tender name, yours/ }).check()
  await saveMerged.click()
  await expect(dialog).toHaveCount(0)
  // The form closes after its dialog.
  await expect(pane(page)).toHaveCount(0)
  await rowLink(page, code).click()
  await expect(field(page, 'Tender name')).toHaveValue(`${code} mine`)
  await expect(field(page, 'Effective to')).toHaveValue('30 Jun 2027')
  await expect(field(page, 'Card scheme')).toHaveValue('VISA')
  await expect(field(page, 'Status')).toHaveValue('INACTIVE')
  await expect(pane(page).getByText('Version 4, saved by Alma Dizon')).toBeVisible()
  await other.close()
})

test('announces a change by another user, never replaces input, and shows changes and refusals in the history', async ({
  page,
  browser,
}) => {
  const code = newCode()
  const tender = await aTender(page, code)
  const changed = newCode()
  const name = `${code} <img src=x onerror=alert(1)>`
  const second = await aTender(page, changed, { tender_name: code })
  await saveElsewhere(page, second, { tender_name: name, effective_to: '2030-12-31' })
  // A user without other refusals in this minute, because similar refusals of a user become one event.
  const other = await browser.newPage()
  await startSession(other, 'lookup')
  await callTenders(other, 'update', { items: [{ id: second.id, version: 1, status: 'INACTIVE' }] })
  await openTender(page, code)
  await field(page, 'Tender name').fill(`${code} mine`)
  await saveElsewhere(page, tender, { card_scheme: 'VISA' })
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  const notice = pane(page).getByRole('status').filter({ hasText: 'saved version 2' })
  await expect(notice).toBeVisible()
  await expect(field(page, 'Tender name')).toHaveValue(`${code} mine`)
  await notice.getByRole('button', { name: 'Show' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('row', { name: /^Card scheme/ })).toContainText('VISA')
  await dialog.getByRole('button', { name: 'Discard my changes' }).click()
  await expect(field(page, 'Tender name')).toHaveValue(`${code} fuel card`)
  await expect(field(page, 'Card scheme')).toHaveValue('VISA')
  await expect(pane(page).getByText('Unsaved changes')).toHaveCount(0)

  await rowLink(page, changed).click()
  await pane(page)
    .getByRole('tab', { name: /^History/ })
    .click()
  const events = pane(page).getByRole('tabpanel').locator('ol > li')
  await expect(events).toHaveCount(3)
  await expect(events.nth(0)).toContainText('Not changed')
  await expect(events.nth(0)).toContainText('Refused: someone else saved first')
  await expect(events.nth(1)).toContainText('Alma Dizon')
  await expect(events.nth(1)).toContainText(name)
  await expect(events.nth(1)).toContainText('31 Dec 2030')
  await expect(events.nth(2)).toContainText('Created')
  await expectAccessible(page, '[data-record]')
  await other.close()
})

test('by keyboard alone: opens a record, steps through the list, saves and returns to the row', async ({
  page,
}) => {
  const code = newCode()
  await aTender(page, code)
  const second = newCode()
  await aTender(page, second, { tender_name: `${code} second` })
  const [first = '', last = ''] = [code, second].sort()
  await openTenders(page, code)
  await rowLink(page, first).focus()
  await page.keyboard.press('Enter')
  await expect(pane(page).getByRole('heading', { name: `Edit tender ${first}` })).toBeFocused()
  await page.keyboard.press('Tab')
  // The first row has no previous one.
  const previous = pane(page).getByRole('button', { name: 'Previous' })
  await expect(previous).toBeFocused()
  await expect(previous).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(pane(page).getByRole('heading', { name: `Edit tender ${last}` })).toBeVisible()
  // The focus stays in place.
  await expect(pane(page).getByRole('button', { name: 'Next' })).toBeFocused()
  await field(page, 'Tender name').focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(`${code} by keyboard`)
  await page.keyboard.press('Enter')
  await expect(rowLink(page, last)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(pane(page).getByRole('heading', { name: `Edit tender ${last}` })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(rowLink(page, last)).toBeFocused()

  await test.step('every way out warns about unsaved changes', () => warnsOnEveryWayOut(page, first, last))
  await test.step('a save that ends after leaving its form keeps the next record open', () =>
    saveLate(page, first, last))
  await test.step('a record that cannot be rendered shows a message next to the list', async () => {
    const { reply } = await callTenders(page, '', { filters: { tender_id: { in: [first] } } })
    await page.route(`**/api/operations/lookup/tenders/${reply.resource.items[0].id}`, (route) =>
      route.fulfill({ json: { resource: { id: 7, updated_at: 7 } } }),
    )
    await page.goto(`/lookup/tenders/${reply.resource.items[0].id}?q=${first}`)
    await expect(pane(page).getByRole('alert')).toContainText('This tender could not be shown.')
    await expect(rowLink(page, first)).toBeVisible()
  })
})

async function warnsOnEveryWayOut(page: Page, first: string, last: string): Promise<void> {
  await rowLink(page, first).click()
  await field(page, 'Tender name').fill('typed')
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  const stay = async () => {
    await question.getByRole('button', { name: 'Stay' }).click()
    await expect(field(page, 'Tender name')).toHaveValue('typed')
  }
  for (const name of ['Close', 'Next', 'Cancel']) {
    await pane(page).getByRole('button', { name, exact: true }).click()
    await stay()
  }
  await field(page, 'Tender name').press('Escape')
  await stay()
  await rowLink(page, last).click()
  await stay()
  await page.goBack()
  await stay()
  await pane(page).getByRole('button', { name: 'Next', exact: true }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(pane(page).getByRole('heading', { name: `Edit tender ${last}` })).toBeVisible()
}

/** Starts a save of the first tender, leaves for the last one, and lets the save end there. */
async function saveLate(page: Page, first: string, last: string): Promise<void> {
  const release = await holdResponses(page, '**/lookup/tenders/update')
  // Contains both names, so that the search of the list still finds it.
  const renamed = `${first} ${last} renamed`
  await rowLink(page, first).click()
  await field(page, 'Tender name').fill(renamed)
  await save(page)
  await rowLink(page, last).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
  await expect(pane(page).getByRole('heading', { name: `Edit tender ${last}` })).toBeVisible()
  await field(page, 'Tender name').fill('typed')
  release()
  await expect(page.getByText(renamed)).toBeVisible()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(field(page, 'Tender name')).toHaveValue('typed')
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
  await expect(pane(page)).toHaveCount(0)
}
