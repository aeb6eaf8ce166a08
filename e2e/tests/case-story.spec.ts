import type { Page } from '@playwright/test'
import { followCalls } from './api-calls.ts'
import { expectAccessible } from './axe.ts'
import { daysAgo } from './card-files.ts'
import { inquire, loadLateCard, loadPosted, newReceipt, newTicket } from './case-records.ts'
import { signIn } from './demo-users.ts'
import { asCsv, callApi, downloaded } from './import-page.ts'
import { roundTrip, tabTo, title } from './page-objects.ts'
import { DENIED } from './permission-matrix.ts'
import { expect, test } from './test.ts'
import { pane } from './user-records.ts'

type Name = string | RegExp
const heading = (page: Page, name: Name) => page.getByRole('heading', { level: 2, name, exact: true })
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const reply = (page: Page) => page.getByRole('region', { name: /transactions? of/ })

async function press(page: Page, name: Name, role: 'button' | 'checkbox' | 'link' = 'button'): Promise<void> {
  await tabTo(page, role, name)
  await page.keyboard.press(role === 'checkbox' ? 'Space' : 'Enter')
}

async function type(page: Page, name: string, text: string, role: 'textbox' | 'combobox' = 'textbox') {
  await tabTo(page, role, name)
  await page.keyboard.type(text)
}

/** The last tab of a case. */
async function showHistory(page: Page): Promise<void> {
  await tabTo(page, 'tab', 'Details')
  await page.keyboard.press('End')
  await expect(page.getByRole('tab', { name: /^History/ })).toBeFocused()
}

async function expectDenied(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true })
  await expect(button).toHaveAttribute('data-denied')
  await button.press('Enter')
  await expect(page.getByText(DENIED)).toHaveCount(1)
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

async function openedCase(page: Page, kind: string): Promise<string> {
  const opened = heading(page, new RegExp(`^C-\\d+ ${kind}$`))
  await expect(opened).toBeFocused()
  return ((await opened.textContent()) ?? '').split(' ')[0] ?? ''
}

async function runInquiry(page: Page, cardNumber: string, ticket: string): Promise<void> {
  await expect(page.getByLabel('Card number')).toBeFocused()
  await page.keyboard.type(cardNumber)
  await type(page, 'Purpose', 'Mem', 'combobox')
  await type(page, 'Ticket number', ticket)
  await page.keyboard.press('Enter')
  await expect(reply(page)).toContainText(`•••• ${cardNumber.slice(-4)}`)
}

test('late points from the inquiry to the reply: posted, followed by a load, and reopened', async ({
  page: agent,
  browser,
}) => {
  test.slow()
  const { number, purchases } = await loadLateCard(3)
  const [ticket, receipt] = [newTicket(), newReceipt()]
  const cases = { posted: '', followed: '', missing: '' }

  await signIn(agent, 'agent', '/smac_inquiry')
  await test.step('the agent finds late purchases and opens a case for two of them', async () => {
    await runInquiry(agent, number, ticket)
    await expect(reply(agent)).toContainText('Late: ₱ 1,000.50 on')
    await expectAccessible(agent)
    await tabTo(agent, 'checkbox', /^Select (?!the rows)/)
    // The newest purchase is first. The case is for the two older ones.
    await agent.keyboard.press('ArrowDown')
    await agent.keyboard.press('Shift+ArrowDown')
    await expect(agent.getByText('2 late purchases selected')).toBeVisible()
    await press(agent, 'Open case')
    await expect(heading(agent, 'Open case')).toBeFocused()
    await expectAccessible(agent)
    await expect(agent.getByRole('checkbox', { name: 'Assign to me' })).toBeChecked()
    await press(agent, 'Open case')
    cases.posted = await openedCase(agent, 'Late points')
    await expect(agent).toHaveURL(new RegExp(`/cases/${cases.posted}$`))
    await expect(agent.locator('body')).not.toContainText(number)
  })

  await test.step('a note mentions a colleague and masks the card', async () => {
    const shown = pane(agent, new RegExp(cases.posted))
    await type(agent, 'Note', `Card ${number}, please look, @ram`)
    const note = shown.getByRole('textbox', { name: 'Note' })
    await expect(agent.getByRole('listbox').getByRole('option').first()).toContainText('Ramon Aquino')
    await agent.keyboard.press('Enter')
    await expect(note).toHaveValue(/please look, @Ramon Aquino $/)
    await agent.keyboard.press('Control+Enter')
    await expect(note).toHaveValue('')
    await expect(shown.locator('mark', { hasText: '@Ramon Aquino' })).toBeVisible()
    await expect(agent.locator('body')).not.toContainText(number)
  })

  await test.step('an agent can neither assign nor resolve', async () => {
    for (const name of ['Assign', 'Resolve…']) {
      await tabTo(agent, 'button', name)
      await expectDenied(agent, name)
    }
  })

  await test.step('at 360 px the agent opens a case for a purchase that no load has brought', async () => {
    await agent.setViewportSize({ width: 360, height: 740 })
    await agent.goto('/cases/create')
    await type(agent, 'Card number', number)
    await type(agent, 'Ticket number', ticket)
    await press(agent, 'Look up card')
    const offered = agent.getByRole('group', { name: 'Purchases' })
    // The other two are in the first case.
    await expect(offered.getByRole('checkbox', { checked: true })).toHaveCount(1)
    await press(agent, new RegExp(purchases[2]?.receipt_no ?? ''), 'checkbox')
    await press(agent, 'Add a missing purchase')
    await type(agent, 'Business date', daysAgo(30))
    await type(agent, 'Branch code', '0101')
    await type(agent, 'Receipt number', receipt)
    await type(agent, 'Amount', '3,000.00')
    await press(agent, 'Add')
    await expect(offered).toContainText(receipt)
    await expectAccessible(agent)
    await press(agent, 'Assign to me', 'checkbox')
    await press(agent, 'Open case')
    cases.missing = await openedCase(agent, 'Missing transaction')
    await expect(pane(agent, new RegExp(cases.missing))).toContainText('Not received yet')
    expect(await agent.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  })

  const { cards } = await inquire(agent, number)
  const opened = await callApi<{ case_no: string }>(agent, '/cases', {
    kind: 'LATE_POINTS',
    card_id: cards[0]?.card_id,
    ticket_no: ticket,
    transaction_ids: [`${purchases[2]?.transaction_id}`],
  })
  cases.followed = opened.case_no

  const supervisor = await browser.newPage()
  await signIn(supervisor, 'supervisor', `/cases?f.view=UNASSIGNED&q=${ticket}`)
  await test.step('the supervisor takes the case without an assignee', async () => {
    await expect(supervisor.getByRole('row')).toHaveCount(3)
    await row(supervisor, cases.missing).getByRole('link').press('Enter')
    await expect(heading(supervisor, `${cases.missing} Missing transaction`)).toBeFocused()
    await expectAccessible(supervisor)
    await press(supervisor, 'Assign')
    const assign = dialog(supervisor, `Assign ${cases.missing}`)
    await assign.getByRole('combobox', { name: 'Assignee' }).click()
    await supervisor.getByText('(you)').click()
    await assign.getByRole('button', { name: 'Assign' }).press('Enter')
    await expect(pane(supervisor, new RegExp(cases.missing)).getByText('Ramon Aquino').first()).toBeVisible()
  })

  await test.step('the supervisor sends the cases to posting, and the same lines again with whole numbers', async () => {
    await supervisor.goto(`/cases?f.view=OPEN&q=${ticket}`)
    await expect(supervisor.getByRole('row')).toHaveCount(4)
    const openDialog = async (title: string) => {
      await press(supervisor, 'Select the rows of this page', 'checkbox')
      await press(supervisor, 'Send to posting')
      const shown = dialog(supervisor, title)
      await expect(shown.getByRole('radio', { name: 'Last four digits' })).toBeChecked()
      return shown
    }
    const linesOf = (csv: string) => csv.trim().split(/\r?\n/)
    const first = await openDialog('Send 3 cases to posting')
    await expectAccessible(supervisor)
    const sent = await downloaded(supervisor, () =>
      first.getByRole('button', { name: 'Send' }).press('Enter'),
    )
    expect(sent).not.toContain(number)
    const [header = '', ...lines] = linesOf(sent)
    expect(header).toMatch(/^case_no,card_number,account_number,business_date,branch_code,receipt_no,amount,/)
    const [oldest, older, newest] = purchases.map(
      ({ business_date, receipt_no, amount, points }) =>
        `${business_date},0101,${receipt_no},${amount},${points}`,
    )
    const missing = `${daysAgo(30)},0101,${receipt},3000.00,`
    const line = (caseNo: string, purchase = '') =>
      expect.stringMatching(
        new RegExp(`^${caseNo},•••• ${number.slice(-4)},\\d{11},${purchase},\\d+,${ticket},$`),
      )
    expect(lines).toEqual([
      line(cases.posted, oldest),
      line(cases.posted, older),
      line(cases.missing, missing),
      line(cases.followed, newest),
    ])
    await expect(row(supervisor, 'Sent to posting')).toHaveCount(3)
    await expectAccessible(supervisor)
    const second = await openDialog('Send 3 cases to posting again')
    await second.getByRole('radio', { name: 'Whole numbers' }).press('Space')
    await second.getByLabel('Reason').selectOption({ label: 'Reconciliation' })
    await type(supervisor, 'Ticket number', ticket)
    await expectAccessible(supervisor)
    const whole = await downloaded(supervisor, () =>
      second.getByRole('button', { name: 'Download' }).press('Enter'),
    )
    expect(linesOf(whole)).toEqual(
      [header, ...lines].map((each) => each.replace(`•••• ${number.slice(-4)}`, number)),
    )
    await expect(row(supervisor, 'Sent to posting')).toHaveCount(3)
  })

  await test.step('the supervisor imports the posting reply', async () => {
    await press(supervisor, 'Import posting reply')
    const file = asCsv(
      'posting-reply',
      [
        'case_no,result,posted_on,remark',
        `${cases.posted},POSTED,${daysAgo(1)},Credited`,
        `${cases.missing},NOT_OWED,,No such receipt`,
        '',
      ].join('\r\n'),
    )
    await dialog(supervisor, 'Import posting reply').getByLabel('CSV or Excel files').setInputFiles(file)
    await expect(title(supervisor, file.name)).toBeVisible()
    await expect(supervisor.getByText('Ready to import')).toBeVisible()
    await expect(row(supervisor, cases.posted)).toContainText('Credited')
    await expectAccessible(supervisor)
    await press(supervisor, 'Import')
    await expect(supervisor.getByText(/^Imported: /)).toContainText('2 changed')
    await expectAccessible(supervisor)
  })

  await test.step('the assignee is notified of the resolved case, and the reply states it was passed on', async () => {
    await agent.goto('/smac_inquiry')
    await runInquiry(agent, number, ticket)
    await expect(reply(agent)).toContainText(
      new RegExp(`2 late purchases were passed on for posting on .* \\(case ${cases.posted}\\)`),
    )
    await press(agent, /^Notifications, \d\+? new$/)
    await press(agent, `Open: Ramon Aquino resolved ${cases.posted}.`, 'link')
    await expect(heading(agent, `${cases.posted} Late points`)).toBeFocused()
    const shown = pane(agent, new RegExp(cases.posted))
    await expect(shown).toContainText(/Posted on .* Credited/)
    await expectAccessible(agent)
  })

  await test.step('a load that posts the purchases resolves the open case without a reload', async () => {
    await agent.goto(`/cases/${cases.followed}`)
    const shown = pane(agent, new RegExp(cases.followed))
    await expect(shown.getByText('Sent to posting').first()).toBeVisible()
    await loadPosted(purchases)
    // Acts as if the user returned to the tab. Otherwise the screen reads the case every minute.
    const isResolved = async () => {
      await agent.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
      return shown.getByText('All purchases are posted.').isVisible()
    }
    // The job runs at once, or within a minute if the load could not start it.
    await expect.poll(isResolved, { timeout: 90_000 }).toBe(true)
    await expect(shown.getByText('Resolved').first()).toBeVisible()
  })

  await test.step('the next reply states that the points of both cases are posted', async () => {
    await agent.goto('/smac_inquiry')
    await runInquiry(agent, number, ticket)
    for (const caseNo of [cases.posted, cases.followed])
      await expect(reply(agent)).toContainText(new RegExp(`The points of case ${caseNo} were posted on \\d`))
    await expect(reply(agent)).toContainText('Nothing is pending.')
  })

  await test.step('the supervisor reopens a case', async () => {
    await supervisor.goto(`/cases/${cases.missing}`)
    await expect(pane(supervisor, new RegExp(cases.missing))).toContainText('No such receipt')
    await press(supervisor, 'Reopen…')
    await type(supervisor, 'Reason', 'The member has the receipt')
    await expectAccessible(supervisor)
    await press(supervisor, 'Reopen')
    await expect(supervisor.getByRole('button', { name: 'Mark as sent' })).toBeVisible()
    await showHistory(supervisor)
    await expect(supervisor.getByRole('tabpanel')).toContainText('The member has the receipt')
  })
  await supervisor.close()

  const auditor = await browser.newPage()
  await signIn(auditor, 'auditor', `/cases/${cases.missing}`)
  await test.step('an auditor reads the case and can change nothing', async () => {
    await showHistory(auditor)
    await expect(auditor.getByRole('tabpanel')).toContainText('The member has the receipt')
    await expectAccessible(auditor)
    const { writes } = followCalls(auditor)
    for (const name of ['Assign', 'Reject…', 'Resolve…', 'Mark as sent', 'Add note'])
      await expectDenied(auditor, name)
    await roundTrip(auditor)
    expect(writes).toEqual([])
    await auditor.goto(`/cases?f.view=CLOSED&q=${ticket}`)
    await expect(auditor.getByRole('row')).toHaveCount(3)
    await expectDenied(auditor, 'Import posting reply')
  })
  await auditor.close()
})
