import { caseEndpoints } from '@backoffice/contract/cases'
import { viewEndpoints } from '@backoffice/contract/views'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DENIED } from '../../kit/feedback/toast.ts'
import { Toasts } from '../../kit/feedback/toasts.tsx'
import { expectAccessible } from '../../testing/axe.ts'
import {
  allowOnly,
  type Call,
  screenOf,
  serve,
  show,
  shownAddress,
  testServer,
} from '../../testing/screen.tsx'
import { Route } from './cases.route.tsx'
import { aCase, MARIA, outcomesOf } from './sample-case.ts'

const CasesScreen = screenOf(Route)

const LATE = aCase()
const OVERDUE = aCase({
  id: '01900000-0000-7000-8000-000000000002',
  case_no: 'C-000109',
  due_on: '2026-11-17',
  is_overdue: true,
  assignee: null,
})
const COUNTS = { MINE: 0, UNASSIGNED: 1, OVERDUE: 1, OPEN: 2 }

testServer()
const user = userEvent.setup()
let lists: Call[]

function serveList(items = [LATE, OVERDUE]) {
  const page = { total_estimated: false, page: 1, page_size: 25, next: null, previous: null }
  lists = serve(caseEndpoints.list, () => ({ ...page, total: items.length, items }))
}

beforeEach(() => {
  serve(caseEndpoints.counts, () => COUNTS)
  serve(viewEndpoints.list, () => ({ items: [] }))
  serveList()
})

afterEach(() => vi.restoreAllMocks())

const viewOf = (call: Call | undefined) => (call?.body.filters as { view?: unknown } | undefined)?.view
const tab = (name: string) => screen.findByRole('link', { name })
const pressAction = async (name: string) => user.click(await screen.findByRole('button', { name }))

async function select(...numbers: string[]) {
  for (const number of numbers) await user.click(await screen.findByLabelText(`Select ${number}`))
}

test('an address without a view shows all open cases, or those of a user who has some', async () => {
  await show('/cases', () => <CasesScreen />)
  expect((await tab('All open 2')).getAttribute('aria-current')).toBe('page')
  await screen.findByRole('link', { name: 'C-000109' })
  expect(lists.map(viewOf)).toEqual([{ in: ['OPEN'] }])
  await expectAccessible(document.body)
})

test('a user with cases of their own starts with them, and one who may not update with all', async () => {
  serve(caseEndpoints.counts, () => ({ ...COUNTS, MINE: 2 }))
  await show('/cases', () => <CasesScreen />)
  expect((await tab('Mine 2')).getAttribute('aria-current')).toBe('page')
  await waitFor(() => expect(lists.map(viewOf)).toEqual([{ in: ['MINE'] }]))
})

test('rows lead to their case, and show age, due date and a missing assignee in words', async () => {
  await show('/cases?f.view=OVERDUE', () => <CasesScreen />)
  const link = await screen.findByRole('link', { name: 'C-000109' })
  expect(link.getAttribute('href')).toBe('/cases/C-000109?f.view=OVERDUE')
  const row = link.closest('tr')?.textContent
  expect(row).toContain('25 working days')
  expect(row).toContain('Due 17 Nov')
  expect(row).toContain('Unassigned')
  expect(screen.getByRole('link', { name: 'C-000118' }).closest('tr')?.textContent).toContain('Today')
})

test('the view is not among the filters, and stays when they are cleared', async () => {
  serveList([])
  await show('/cases?f.view=OVERDUE&f.kind=OTHER', () => <CasesScreen />)
  await screen.findByText('No case matches')
  expect(screen.queryByRole('button', { name: /View/ })?.textContent).not.toContain('Overdue')
  await pressAction('Clear')
  await screen.findByText('No overdue cases')
  expect(shownAddress()).toBe('/cases?f.view=OVERDUE')
})

test('last four digits are searched for, but not part of the address', async () => {
  await show('/cases?f.view=OPEN', () => <CasesScreen />)
  const search = await screen.findByLabelText('Search case, ticket or last four digits')
  await user.type(search, '4568{Enter}')
  await waitFor(() => expect(lists.at(-1)?.body.search).toBe('4568'))
  expect(shownAddress()).toBe('/cases?f.view=OPEN')
  await user.clear(search)
  await user.type(search, 'OPS-2{Enter}')
  await waitFor(() => expect(shownAddress()).toBe('/cases?q=OPS-2&f.view=OPEN'))
  await waitFor(() => expect(lists.at(-1)?.body.search).toBe('OPS-2'))
})

test('sends selected cases to posting as one CSV, and lists the refused ones', async () => {
  const saved = savedFiles()
  const csv = { file_name: 'posting_2026-11-20.csv', csv: 'case_no\n', cases: 1, purchases: 1 }
  const calls = serve(caseEndpoints.send, () => ({ ...outcomesOf([LATE, OVERDUE], ['C-000109']), ...csv }))
  await show('/cases?f.view=OPEN', () => [<CasesScreen key="cases" />, <Toasts key="toasts" />])
  await select('C-000118', 'C-000109')
  await pressAction('Send to posting')
  await send(await posting('Send 2 cases to posting'))
  await screen.findByText('1 case saved for posting')
  const dialog = await screen.findByRole('dialog', { name: '1 of 2 cases was not sent to posting' })
  expect(dialog.textContent).toContain('C-000109 is resolved.')
  expect(calls.map(({ body }) => body)).toEqual([
    { items: [LATE, OVERDUE].map(({ id, version }) => ({ id, version })), again: false },
  ])
  expect(saved).toEqual(['posting_2026-11-20.csv'])
})

test('cases that are all sent are saved again', async () => {
  const saved = savedFiles()
  const sent = { ...LATE, status: 'SENT' as const }
  serveList([sent])
  const csv = { file_name: 'posting_2026-11-20.csv', csv: 'case_no\n', cases: 1, purchases: 1 }
  const calls = serve(caseEndpoints.send, () => ({
    items: [{ id: sent.id, outcome: 'unchanged' as const }],
    ...csv,
  }))
  await show('/cases?f.view=OPEN', () => <CasesScreen />)
  await select('C-000118')
  await pressAction('Send to posting')
  await send(await posting('Send C-000118 to posting again'), 'Download')
  await waitFor(() => expect(saved).toEqual(['posting_2026-11-20.csv']))
  expect(calls.map(({ body }) => body.again)).toEqual([true])
})

const posting = (name: string) => screen.findByRole('dialog', { name })
const send = (dialog: HTMLElement, name = 'Send') =>
  user.click(within(dialog).getByRole('button', { name, hidden: true }))

test('whole card numbers are sent with a reason and a ticket, and a used-up quota keeps the dialog', async () => {
  const saved = savedFiles()
  const csv = { file_name: 'posting_2026-11-20.csv', csv: 'case_no\n', cases: 1, purchases: 1 }
  const refusal = {
    status: 429,
    code: 'posting_card_quota_used',
    detail: 'You have 0 of your 100 left today.',
  }
  let isRefused = true
  const calls = serve(caseEndpoints.send, () => (isRefused ? { refusal } : { ...outcomesOf([LATE]), ...csv }))
  await show('/cases?f.view=OPEN', () => <CasesScreen />)
  await select('C-000118')
  await pressAction('Send to posting')
  const dialog = await posting('Send C-000118 to posting')
  expect(within(dialog).queryByLabelText('Reason')).toBeNull()
  await user.click(within(dialog).getByRole('radio', { name: 'Whole numbers', hidden: true }))
  await send(dialog)
  await within(dialog).findByText('Select Reason')
  await user.selectOptions(within(dialog).getByLabelText('Reason'), 'RECONCILIATION')
  await user.type(within(dialog).getByLabelText('Ticket number'), 'OPS-8')
  await expectAccessible(document.body)
  await send(dialog)
  await within(dialog).findByText('You have 0 of your 100 left today.')
  expect(saved).toEqual([])
  isRefused = false
  await send(dialog)
  await waitFor(() => expect(saved).toEqual(['posting_2026-11-20.csv']))
  expect(calls.at(-1)?.body).toEqual({
    items: [{ id: LATE.id, version: LATE.version }],
    again: false,
    whole_numbers: { reason: 'RECONCILIATION', ticket_no: 'OPS-8' },
  })
})

test('back at the last four digits, no reason is required or sent', async () => {
  const csv = { file_name: 'posting_2026-11-20.csv', csv: 'case_no\n', cases: 1, purchases: 1 }
  savedFiles()
  const calls = serve(caseEndpoints.send, () => ({ ...outcomesOf([LATE]), ...csv }))
  await show('/cases?f.view=OPEN', () => <CasesScreen />)
  await select('C-000118')
  await pressAction('Send to posting')
  const dialog = await posting('Send C-000118 to posting')
  await user.click(within(dialog).getByRole('radio', { name: 'Whole numbers', hidden: true }))
  await user.type(within(dialog).getByLabelText('Ticket number'), 'OPS-8')
  await user.click(within(dialog).getByRole('radio', { name: 'Last four digits', hidden: true }))
  await send(dialog)
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(calls[0]?.body).not.toHaveProperty('whole_numbers')
})

test('without card:unmask the choice of whole numbers stays visible and is blocked', async () => {
  allowOnly(['SMAC Inquiry'], ['case:view', 'case:export', 'case:update'])
  const shown = () => (
    <>
      <CasesScreen />
      <Toasts />
    </>
  )
  await show('/cases?f.view=OPEN', shown)
  await select('C-000118')
  await pressAction('Send to posting')
  const dialog = await posting('Send C-000118 to posting')
  const whole = within(dialog).getByRole<HTMLInputElement>('radio', { name: 'Whole numbers', hidden: true })
  expect(whole.getAttribute('aria-disabled')).toBe('true')
  await user.click(whole)
  expect(whole.checked).toBe(false)
  expect(within(dialog).queryByLabelText('Reason')).toBeNull()
  await screen.findByText(DENIED)
})

/** Names of the files that the screen saves. */
function savedFiles(): string[] {
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  return names
}

test('assigns selected cases to a found user', async () => {
  serve(caseEndpoints.people, () => ({ items: [{ ...MARIA, is_own: true }] }))
  const calls = serve(caseEndpoints.assign, () => outcomesOf([OVERDUE]))
  await show('/cases?f.view=UNASSIGNED', () => <CasesScreen />)
  await select('C-000109')
  await pressAction('Assign')
  const dialog = await screen.findByRole('dialog', { name: 'Assign C-000109' })
  await user.click(within(dialog).getByRole('combobox', { name: 'Assignee', hidden: true }))
  await user.click(await screen.findByText('Maria Reyes (you)'))
  await user.click(within(dialog).getByRole('button', { name: 'Assign', hidden: true }))
  await waitFor(() => expect(calls.map(({ body }) => body.assignee_id)).toEqual([MARIA.id]))
})

test('closed cases can only be reopened, with a reason', async () => {
  const calls = serve(caseEndpoints.reopen, () => outcomesOf([LATE]))
  await show('/cases?f.view=CLOSED', () => <CasesScreen />)
  await select('C-000118')
  expect(screen.queryByRole('button', { name: 'Send to posting' })).toBeNull()
  await pressAction('Reopen…')
  const dialog = await screen.findByRole('dialog', { name: 'Reopen C-000118' })
  const submit = () => user.click(within(dialog).getByRole('button', { name: 'Reopen', hidden: true }))
  await submit()
  await within(dialog).findByText('Enter Reason')
  await user.type(within(dialog).getByLabelText(/^Reason/), 'Not posted after all')
  await submit()
  await waitFor(() => expect(calls.map(({ body }) => body.reason)).toEqual(['Not posted after all']))
})

test('an agent sees the steps, but may only open and update cases', async () => {
  allowOnly(['SMAC Inquiry'], ['case:view', 'case:create', 'case:update'])
  await show('/cases?f.view=OPEN', () => <CasesScreen />)
  await select('C-000118')
  const denied = [...document.querySelectorAll('[data-denied]')].map((each) => each.textContent)
  expect(denied).toEqual(['Export', 'Reply templates', 'Send to posting', 'Assign', 'Resolve…', 'Reject…'])
  expect(screen.getByRole('link', { name: 'Open case' }).hasAttribute('data-denied')).toBe(false)
})
