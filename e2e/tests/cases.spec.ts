import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { aCase, CASE_CARD, newReceipt, newTicket } from './case-records.ts'
import { signIn } from './demo-users.ts'
import { expect, test } from './test.ts'
import { pane } from './user-records.ts'

const row = (page: Page, caseNo: string) => page.getByRole('row').filter({ hasText: caseNo })
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 2, name })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test('a case is opened, noted, sent, assigned, resolved and reopened', async ({ page, browser }) => {
  test.slow()
  const receipt = newReceipt()
  await signIn(page, 'agent', '/cases')

  await page.getByRole('link', { name: 'Open case' }).click()
  await expect(heading(page, 'Open case')).toBeFocused()
  await page.getByLabel('Card number').fill(CASE_CARD)
  await page.getByLabel('Ticket number').fill(newTicket())
  await press(page, 'Look up card')
  const purchases = page.getByRole('group', { name: 'Purchases' })
  await expect(purchases).toContainText('Pending')
  await expect(page.locator('body')).not.toContainText(CASE_CARD)
  // Other tests may follow the demo's purchases: only the typed one is of this test.
  for (const box of await purchases.getByRole('checkbox', { checked: true }).all()) await box.uncheck()
  await press(page, 'Add a missing purchase')
  const missing = page.getByRole('dialog', { name: 'Add a missing purchase' })
  await missing.getByLabel('Business date').fill('2026-10-20')
  await missing.getByLabel('Branch code').fill('0101')
  await missing.getByLabel('Receipt number').fill(receipt)
  await missing.getByLabel('Amount').fill('3,000.00')
  await missing.getByRole('button', { name: 'Add' }).click()
  await expect(purchases).toContainText(receipt)
  await expectAccessible(page)
  await press(page, 'Open case')

  const opened = heading(page, /^C-\d+ Missing transaction$/)
  await expect(opened).toBeFocused()
  const caseNo = ((await opened.textContent()) ?? '').split(' ')[0] ?? ''
  await expect(page).toHaveURL(new RegExp(`/cases/${caseNo}$`))
  const shown = pane(page, new RegExp(caseNo))
  await expect(shown).toContainText('Not received yet')
  // The toast lies over the button that closes the case.
  await expect(page.getByRole('status').filter({ hasText: `${caseNo} opened` })).toHaveCount(0)
  await expectAccessible(page)

  await test.step('a note with a mention, by keyboard', async () => {
    const note = shown.getByRole('textbox', { name: 'Note' })
    await note.focus()
    await page.keyboard.type(`Card ${CASE_CARD}, please look, @ram`)
    await expect(page.getByRole('listbox').getByRole('option').first()).toContainText('Ramon Aquino')
    await page.keyboard.press('Enter')
    await expect(note).toHaveValue(/please look, @Ramon Aquino $/)
    await page.keyboard.press('Control+Enter')
    await expect(note).toHaveValue('')
    await expect(shown.locator('mark', { hasText: '@Ramon Aquino' })).toBeVisible()
    await expect(page.locator('body')).not.toContainText(CASE_CARD)
  })

  await test.step('an agent can neither assign nor resolve', async () => {
    await expect(shown.getByRole('button', { name: 'Assign' })).toHaveAttribute('aria-disabled', 'true')
    await shown.getByRole('button', { name: 'Resolve…' }).press('Enter')
    await expect(page.getByRole('dialog', { name: /^Resolve/ })).toHaveCount(0)
  })

  const other = await browser.newPage()
  await signIn(other, 'supervisor', `/cases/${caseNo}`)
  await press(other, 'Mark as sent')
  await expect(other.getByRole('button', { name: 'Mark as sent' })).toHaveCount(0)

  await test.step('the assignee is notified, with a link to the case', async () => {
    await page.goto('/operational_dashboard')
    await page.getByRole('button', { name: /^Notifications, \d+ new$/ }).click()
    const text = `Ramon Aquino sent ${caseNo} to posting.`
    await page.getByRole('link', { name: `Open: ${text}` }).click()
    await expect(heading(page, new RegExp(caseNo))).toBeVisible()
    await expect(pane(page, new RegExp(caseNo)).getByText('Sent to posting').first()).toBeVisible()
  })

  await press(other, 'Assign')
  const assign = other.getByRole('dialog', { name: `Assign ${caseNo}` })
  await assign.getByRole('combobox', { name: 'Assignee' }).click()
  await other.getByText('(you)').click()
  await assign.getByRole('button', { name: 'Assign' }).click()
  await expect(pane(other, new RegExp(caseNo)).getByText('Ramon Aquino').first()).toBeVisible()

  await press(other, 'Resolve…')
  const resolve = other.getByRole('dialog', { name: `Resolve ${caseNo}` })
  await resolve.getByLabel('Resolution').selectOption('Corrected')
  await resolve.getByRole('button', { name: 'Resolve' }).click()
  await expect(pane(other, new RegExp(caseNo)).getByText('Corrected')).toBeVisible()
  await press(other, 'Reopen…')
  const reopen = other.getByRole('dialog', { name: `Reopen ${caseNo}` })
  await reopen.getByLabel('Reason').fill('The member still misses the points')
  await reopen.getByRole('button', { name: 'Reopen' }).click()
  await expect(other.getByRole('button', { name: 'Mark as sent' })).toBeVisible()
  await other.getByRole('tab', { name: /^History/ }).click()
  await expect(other.getByRole('tabpanel')).toContainText('The member still misses the points')
  await other.close()
})

test('rows, the case and its draft by keyboard', async ({ page }) => {
  await signIn(page, 'supervisor', '/cases?f.view=UNASSIGNED')
  const { case_no: caseNo, ticket_no } = await aCase(page)
  const { case_no: secondNo } = await aCase(page, { ticket_no })
  await page.keyboard.press('/')
  await page.keyboard.type(ticket_no)
  await expect(page.getByRole('row')).toHaveCount(3)
  await expect(page).toHaveURL(new RegExp(`q=${ticket_no}`))
  const link = row(page, caseNo).getByRole('link')
  await link.focus()
  await page.keyboard.press('Enter')
  await expect(heading(page, new RegExp(caseNo))).toBeFocused()
  await pane(page, new RegExp(caseNo)).getByRole('textbox', { name: 'Note' }).fill('A draft')
  await page
    .getByRole('button', { name: /^(Next|Previous)$/ })
    .and(page.locator(':not([aria-disabled])'))
    .click()
  await expect(heading(page, new RegExp(secondNo))).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('')
  await page.goBack()
  await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('A draft')
  await heading(page, new RegExp(caseNo)).focus()
  await page.keyboard.press('Escape')
  await expect(link).toBeFocused()
  await page.keyboard.press('x')
  await expect(page.getByRole('toolbar', { name: 'Actions on the selected rows' })).toContainText(
    '1 selected',
  )
})

test('the list, a case and the form fit 360 px', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, 'supervisor', '/cases?f.view=OPEN')
  const { case_no: caseNo, ticket_no } = await aCase(page)
  await page.goto(`/cases?f.view=OPEN&q=${ticket_no}`)
  await expect(page.getByText('by due')).toBeVisible()
  await expect(page.getByRole('link', { name: /^All open/ })).toBeInViewport()
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)
  expect(await fits()).toBe(true)
  await expectAccessible(page)
  await row(page, caseNo).click()
  await expect(heading(page, new RegExp(caseNo))).toBeVisible()
  await expect(page.getByText('Live, checked at')).toBeVisible()
  expect(await fits()).toBe(true)
  await expectAccessible(page)
  await page.goto('/cases/create')
  await expect(page.getByRole('button', { name: 'Look up card' })).toBeVisible()
  expect(await fits()).toBe(true)
  // Another screen opens without a page load.
  await page.evaluate(() => history.pushState(null, '', '/files'))
  await expect(page.getByRole('heading', { level: 1, name: 'Files' })).toBeVisible()
})
