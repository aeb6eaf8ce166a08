import { expectAccessible } from './axe.ts'
import { startSession } from './demo-users.ts'
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
  await expect(page.getByText(`FUEL ${other} created`)).toBeVisible()
  await expect(field(page, 'Tender ID')).toHaveValue('')
  await expect(field(page, 'Source system')).toBeFocused()
  await expect(pane(page).getByText('Unsaved changes')).toHaveCount(0)
  await expect(rowLink(page, other)).toBeVisible()
  await expect(page.getByText(`${code} second <b>card</b>`)).toBeVisible()

  async function chooseOption(label: string, option: string) {
    await field(page, label).fill(option)
    await page.getByRole('option', { name: new RegExp(`^${option} `) }).click()
  }
})

test('changes a tender next to its list, which keeps its position', async ({ page }) => {
  const code = newCode()
  await aTender(page, code)
  await openTender(page, code)
  await expect(page.getByRole('heading', { level: 1, name: 'Tenders' })).toBeVisible()
  await expect(page).toHaveTitle(`FUEL ${code} · Tenders · Backoffice`)
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem')
  await expect(crumbs).toHaveText(['Lookup', 'Tenders', `FUEL ${code}`])
  await expect(pane(page).getByText('Version 1, saved by Alma Dizon at')).toBeVisible()
  await expect(pane(page).getByText('In force')).toBeVisible()
  await field(page, 'Tender name').fill(`${code} renamed`)
  await expect(pane(page).getByText('Unsaved changes')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByText(`FUEL ${code} saved`)).toBeVisible()
  await expect(pane(page)).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`/lookup/tenders\\?q=${code}$`))
  await expect(rowLink(page, code)).toBeFocused()
  await expect(page.getByText(`${code} renamed`)).toBeVisible()
})

test('merges the changes of two browsers field by field', async ({ page, browser }) => {
  const code = newCode()
  const tender = await aTender(page, code, { bin_from: null })
  const context = await browser.newContext()
  const other = await context.newPage()
  await startSession(other, 'lookup')
  await openTender(page, code)
  await openTender(other, code)

  await field(page, 'Tender name').fill(`${code} mine`)
  await field(page, 'Effective to').fill('2027-12-31')
  await field(page, 'Card scheme').fill('VISA')

  await field(other, 'Tender name').fill(`${code} theirs`)
  await field(other, 'Effective to').fill('2027-06-30')
  await field(other, 'Status').selectOption('INACTIVE')
  await save(other)
  await expect(other.getByText(`FUEL ${code} saved`)).toBeVisible()

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
  await saveElsewhere(other, { ...tender, version: 2 }, { tender_name: `${code} once more` })
  await saveMerged.click()
  await expect(dialog.getByText('1 field left to choose')).toBeVisible()
  await expect(dialog.getByRole('columnheader', { name: 'Theirs, version 3' })).toBeVisible()
  await dialog.getByRole('radio', { name: /^Tender name, yours/ }).check()
  await saveMerged.click()
  await expect(page.getByText(`FUEL ${code} saved`)).toBeVisible()
  await expect(dialog).toHaveCount(0)

  await openTender(page, code)
  await expect(field(page, 'Tender name')).toHaveValue(`${code} mine`)
  await expect(field(page, 'Effective to')).toHaveValue('2027-06-30')
  await expect(field(page, 'Card scheme')).toHaveValue('VISA')
  await expect(field(page, 'Status')).toHaveValue('INACTIVE')
  await expect(pane(page).getByText('Version 4, saved by Alma Dizon')).toBeVisible()
  await context.close()
})

test('a change by another user is announced and never replaces input', async ({ page }) => {
  const code = newCode()
  const tender = await aTender(page, code)
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
})

test('the history shows changes and refusals', async ({ page, browser }) => {
  const code = newCode()
  const tender = await aTender(page, code)
  await saveElsewhere(page, tender, {
    tender_name: `${code} <img src=x onerror=alert(1)>`,
    effective_to: '2030-12-31',
  })
  // A user without other refusals in this minute: similar refusals of a user become one event.
  const other = await browser.newPage()
  await startSession(other, 'lookup')
  await callTenders(other, 'update', { items: [{ id: tender.id, version: 1, status: 'INACTIVE' }] })
  await openTender(page, code)
  await pane(page)
    .getByRole('tab', { name: /^History/ })
    .click()
  const events = pane(page).getByRole('tabpanel').locator('ol > li')
  await expect(events).toHaveCount(3)
  await expect(events.nth(0)).toContainText('Not changed')
  await expect(events.nth(0)).toContainText('Refused: someone else saved first')
  await expect(events.nth(1)).toContainText('Alma Dizon')
  await expect(events.nth(1)).toContainText(`${code} <img src=x onerror=alert(1)>`)
  await expect(events.nth(1)).toContainText('31 Dec 2030')
  await expect(events.nth(2)).toContainText('Created')
  await expectAccessible(page, '[data-record]')
})

test('every way out warns about unsaved changes', async ({ page }) => {
  const code = newCode()
  await aTender(page, code)
  const second = newCode()
  await aTender(page, second, { tender_name: `${code} second` })
  await openTenders(page, code)
  const [first = '', last = ''] = [code, second].sort()
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
  await expect(page.getByText(`FUEL ${last} saved`)).toBeVisible()
  await expect(rowLink(page, last)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(pane(page).getByRole('heading', { name: `Edit tender ${last}` })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(rowLink(page, last)).toBeFocused()
})

test('without the permission to change, a tender is read-only', async ({ page }) => {
  const code = newCode()
  const { id } = await aTender(page, code)
  await startSession(page, 'auditor')
  await page.goto(`/lookup/tenders/${id}`)
  await expect(pane(page).getByRole('heading', { name: `View tender ${code}` })).toBeVisible()
  await expect(field(page, 'Tender name')).toHaveAttribute('readonly')
  const button = pane(page).getByRole('button', { name: 'Save', exact: true })
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('User is not auhorized to perform this action.')).toBeVisible()
  await pane(page)
    .getByRole('button', { name: /^Actions of/ })
    .click()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveAttribute('aria-disabled', 'true')
})

test('a tender that cannot be rendered shows a message next to the list', async ({ page }) => {
  const code = newCode()
  const { id } = await aTender(page, code)
  await page.route(`**/api/operations/lookup/tenders/${id}`, (route) =>
    route.fulfill({ json: { resource: { id: 7, updated_at: 7 } } }),
  )
  await page.goto(`/lookup/tenders/${id}?q=${code}`)
  await expect(pane(page).getByRole('alert')).toContainText('This tender could not be shown.')
  await expect(rowLink(page, code)).toBeVisible()
})

test('a record over the list is accessible at 360 px', async ({ page }) => {
  const code = newCode()
  await aTender(page, code)
  await openTender(page, code)
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(field(page, 'Effective to')).toBeVisible()
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBe(360)
  await expectAccessible(page)
  await pane(page).getByRole('button', { name: 'Close' }).click()
  await expect(pane(page)).toHaveCount(0)
})
