// over 300 lines: the form of a single inquiry and what it replies.

import { cardEndpoints } from '@backoffice/contract/cards'
import { inquiryEndpoints } from '@backoffice/contract/inquiries'
import { optionsEndpoint } from '@backoffice/contract/lookup-tables'
import type { OptionTable } from '@backoffice/contract/table'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { today } from '../../../kit/format/format-time.ts'
import { usePreferences } from '../../../kit/preferences/preferences.ts'
import { expectAccessible } from '../../../testing/axe.ts'
import { description } from '../../../testing/description.ts'
import {
  shownAddress as address,
  allowOnly,
  type Call,
  screenOf,
  serve,
  show,
  testServer,
} from '../../../testing/screen.tsx'
import { Route } from '../inquiries.route.tsx'
import { aResult } from './sample-result.ts'

const InquiryScreen = screenOf(Route)

const CARD = '9990000000000029'
const RESULT = aResult()
const THIRD_ID = '00000000-0000-4000-8000-000000000010'
const OTHER_ID = '00000000-0000-4000-8000-000000000009'

const user = userEvent.setup()
let runs: Call[]

const open = async (at = '/smac_inquiry') => {
  await show(at, () => <InquiryScreen />)
  await screen.findByText('Run inquiry')
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label, { selector: 'input, select' })
const button = (name: string) => screen.getByText<HTMLButtonElement>(name, { selector: 'button' })
const run = () => user.click(button('Run inquiry'))
const rows = () => document.querySelectorAll('table[aria-label=Transactions] tbody tr')
const answered = () => waitFor(() => expect(rows()).toHaveLength(3))

async function type(label: string, value: string) {
  await user.clear(field(label))
  await user.type(field(label), value)
}

async function fill(card = CARD) {
  await type('Card number', card)
  await user.selectOptions(field('Purpose'), 'FRAUD_REVIEW')
  await type('Ticket number', 'OPS-29')
}

const reply = (next: Parameters<typeof serve<typeof inquiryEndpoints.run>>[1]) => {
  runs = serve(inquiryEndpoints.run, next)
}

testServer()
beforeEach(() => {
  usePreferences.setState({ pending: {} })
  serve(cardEndpoints.timeline, () => ({ items: [], total: 0 }))
  reply(() => RESULT)
})

test('each field refuses invalid input before anything is sent', async () => {
  await open()
  await user.click(screen.getByText('More filters'))
  await user.click(await screen.findByLabelText('Branch', { selector: '[role=combobox]' }))
  expect(screen.getAllByText('Select Company first')).not.toEqual([])
  await user.keyboard('{Escape}')
  await run()
  expect(screen.getByText('Select Purpose')).toBeDefined()
  expect(screen.getByText('Enter Ticket number')).toBeDefined()
  for (const [label, value, message] of [
    ['Card number', '999000000000001', 'A card number has 16 digits: this has 15'],
    ['Card number', '99900000OOOO0011', 'A card number has digits only'],
    ['Card number', '9991234567890127', 'Check digit is wrong: compare with the card'],
    ['Date to', '2020-01-01', 'Date to is before Date from'],
    ['Date from', '2026-01-01', /The range has \d+ days\. Choose at most 92/],
    ['Ticket number', CARD, 'Leave the card number out: this is shown to others'],
  ] as const) {
    await fill()
    await type(label, value)
    await run()
    expect(screen.getByText(message)).toBeDefined()
    await type('Date to', today())
    await type('Date from', today())
  }
  expect(runs).toEqual([])
})

test('accepts a card as printed and clears its number', async () => {
  await open()
  await fill(' 9990 0000-0000 0029 ')
  await run()
  await answered()
  expect(runs[0]?.body).toMatchObject({
    mode: 'CARD',
    card_number: '9990 0000-0000 0029',
    ticket_no: 'OPS-29',
  })
  expect(address()).toBe(`/smac_inquiry?inquiry=${RESULT.id}`)
  expect(field('Card number').value).toBe('')
  expect(field('Card number').placeholder).toBe('•••• 0029')
  expect(document.querySelectorAll('tr[data-mark=bad]')).toHaveLength(1)
  expect(document.body.innerHTML.replace(/[\s-]/g, '')).not.toContain(CARD)
  await expectAccessible(document.body)

  // The same card again without typing it.
  reply(() => aResult({ id: OTHER_ID, outcome: 'FILTERED_OUT', without_filters: 3, items: [] }))
  await user.selectOptions(field('Status'), 'POSTED')
  await user.selectOptions(field('Class'), 'EXPIRY')
  await run()
  expect(await screen.findByText('No transactions match the filters')).toBeDefined()
  expect(runs[0]?.body).toMatchObject({
    card_id: RESULT.criteria.card_id,
    statuses: ['POSTED'],
    tran_classes: ['EXPIRY'],
  })
  expect(runs[0]?.body).not.toHaveProperty('card_number')
  expect(address()).toContain(OTHER_ID)
})

test('searches by account and by reference', async () => {
  await open()
  await fill()
  await user.click(field('Account'))
  await type('Account number', '3000-000001')
  await run()
  await waitFor(() => expect(runs[0]?.body).toMatchObject({ mode: 'ACCOUNT', account_number: '3000-000001' }))
  await user.click(field('Reference'))
  await user.type(screen.getByLabelText('Reference', { selector: '[name=reference]' }), 'r-417')
  await run()
  await waitFor(() => expect(runs[1]?.body).toMatchObject({ mode: 'REFERENCE', reference: 'r-417' }))
  for (const { body } of runs) expect(body).not.toHaveProperty('card_number')
})

test('reports what was not found', async () => {
  await open()
  reply(() => aResult({ outcome: 'CARD_NOT_FOUND', cards: [], items: [] }))
  await fill()
  await run()
  expect(await screen.findByText('Card not found')).toBeDefined()
  expect(screen.queryByText('No card found')).toBeNull()
  expect(field('Card number').value).toBe(CARD)
  expect(screen.queryByText(/^This reply is for/)).toBeNull()
  reply(() =>
    aResult({ id: THIRD_ID, mode: 'REFERENCE', outcome: 'REFERENCE_NOT_FOUND', cards: [], items: [] }),
  )
  await user.click(field('Reference'))
  await user.type(screen.getByLabelText('Reference', { selector: '[name=reference]' }), 'r-417')
  await run()
  expect(await screen.findByText('Reference not found')).toBeDefined()
  expect(screen.queryByText('Card not found')).toBeNull()
  await user.click(field('Card'))
  const [card] = RESULT.cards
  const cards = card ? [{ ...card, status: 'EXPIRED' as const }] : []
  reply(() => aResult({ id: OTHER_ID, outcome: 'NO_TRANSACTIONS', cards, items: [], last_on: '2026-05-02' }))
  await fill()
  await run()
  expect(await screen.findByText(/^No transactions from/)).toBeDefined()
  expect(screen.getByText(/The last transaction was on .*2 May.*\. Choose other dates\./)).toBeDefined()
  expect(screen.getByText('Expired')).toBeDefined()
})

test('a failure of the server keeps all input', async () => {
  await open()
  await fill()
  reply(() => ({ refusal: { status: 503, code: 'unavailable' } }))
  await run()
  expect((await screen.findByRole('alert')).textContent).toContain('busy or restarting')
  expect(field('Ticket number').value).toBe('OPS-29')
  expect(field('Card number').value).toBe(CARD)
  reply(() => RESULT)
  await run()
  await answered()
})

test('marks a reply as of the previous card while the form differs', async () => {
  await open()
  await fill()
  await run()
  await answered()
  const previous = () => screen.queryByText('This reply is for card •••• 0029.')
  expect(button('Copy').disabled).toBe(false)
  await type('Card number', '9999000000004568')
  expect(previous()).not.toBeNull()
  expect(button('Copy').disabled).toBe(true)
  reply(() => ({ refusal: { status: 503, code: 'unavailable' } }))
  await run()
  await screen.findByRole('alert')
  expect(previous()).not.toBeNull()
  expect(button('Copy').disabled).toBe(true)
  const cards = RESULT.cards.map((card) => ({ ...card, card: '999900 •••••• 4568' }))
  reply(() => aResult({ id: OTHER_ID, cards, criteria: { ...RESULT.criteria, subject: '•••• 4568' } }))
  await run()
  expect(await screen.findByText(/^Card •••• 4568, active/)).toBeDefined()
  expect(previous()).toBeNull()
  await user.click(button('Copy'))
  await screen.findByText('Copied')
  const copied = await navigator.clipboard.readText()
  expect(copied).toMatch(/^Card •••• 4568, active\./)
  expect(copied).not.toContain('9999000000004568')
})

test('more than 500 transactions require a narrower range', async () => {
  await open()
  reply(() => aResult({ is_cut: true, totals: { ...RESULT.totals, rows: 1_204 } }))
  await fill()
  await run()
  expect(await screen.findByText('Narrow the range.')).toBeDefined()
  expect(screen.getByText(/newest 500 of 1,204 transactions/)).toBeDefined()
})

test('applies columns and sort, and exports the shown rows', async () => {
  await open()
  await fill()
  await run()
  await answered()
  await user.click(screen.getByLabelText('Columns of transactions', { selector: 'button' }))
  await user.click(await screen.findByLabelText('Method'))
  await user.click(screen.getByLabelText('RRN'))
  await user.click(button('Amount, ₱'))
  const head = screen.getByText('Amount, ₱').closest('th')
  await waitFor(() => expect(head?.getAttribute('aria-sort')).toBe('ascending'))
  const amounts = [...rows()].map((row) => row.querySelector('td:nth-child(6)')?.textContent)
  expect(amounts).toEqual(['₱ 900.00', '₱ 1,200.00', '₱ 3,000.00'])
  const exports = serve(inquiryEndpoints.exportAnswer, () => ({ file_name: 'inquiry.csv', csv: 'amount\n' }))
  await user.click(button('Export'))
  await waitFor(() => expect(exports).toHaveLength(1))
  expect(exports[0]?.path).toContain(RESULT.id)
  const { columns, order } = exports[0]?.body ?? {}
  expect(order).toEqual(['3', '1', '2'])
  expect(columns).toEqual(
    'business_date,transaction_at,tran_code,tran_description,tran_class,company_code,branch_code,branch_name,receipt_no,amount,points,status,posting_age,rrn'.split(
      ',',
    ),
  )
  await user.click(screen.getByLabelText('Columns of transactions', { selector: 'button' }))
  await user.click(button('Reset'))
  expect(usePreferences.getState().pending).toEqual({ columns: { transactions: null } })
})

test('picks company, branch and terminal, and keeps a removed code at its field', async () => {
  const past = aResult({ criteria: { ...RESULT.criteria, company_code: 'XYZ' } })
  serve(inquiryEndpoints.get, () => past)
  const options = (items: { code: string; name: string }[]) => () => ({
    items: items.map((each) => ({ ...each, in_force: true })),
    more: false,
  })
  const of = (table: OptionTable) => optionsEndpoint(table, ['inquiry:run'])
  serve(of('lookup/company_group'), ({ body }) =>
    options('selected' in body ? [] : [{ code: 'NLF', name: 'Northline' }])(),
  )
  const branches = serve(of('glass/branch'), options([{ code: '0101', name: 'Tarlac' }]))
  serve(of('lookup/shell_tid'), options([{ code: '60101001', name: '0101' }]))
  await open(`/smac_inquiry?inquiry=${past.id}`)
  const picker = (name: string) =>
    screen.findByLabelText<HTMLInputElement>(name, { selector: '[role=combobox]' })
  await waitFor(async () => expect((await picker('Company')).value).toBe('XYZ'))
  const gone = { field: 'body.company_code', code: 'unknown_code', message: 'Company XYZ does not exist' }
  reply(() => ({ refusal: { status: 422, code: 'invalid', detail: 'Not accepted.', errors: [gone] } }))
  await run()
  await waitFor(async () => expect(description(await picker('Company'))).toContain(gone.message))
  // The refused field is focused, its list is open, and its search shows the code.
  expect(document.activeElement).toBe(await picker('Company'))
  expect((await picker('Company')).placeholder).toBe('XYZ')
  const pick = async (name: string, option: string) => {
    await user.click(await picker(name))
    await user.click(await screen.findByText(option, { selector: '[role=option] *, [role=option]' }))
  }
  await pick('Company', 'NLF Northline')
  await pick('Branch', '0101 Tarlac')
  expect(branches.map(({ body }) => body)).toContainEqual({ within: { company_code: 'NLF' }, retired: true })
  await pick('Terminal', '60101001 in branch 0101')
  reply(() => RESULT)
  await run()
  await waitFor(() =>
    expect(runs[0]?.body).toMatchObject({
      company_code: 'NLF',
      branch_code: '0101',
      terminal_id: '60101001',
    }),
  )
})

test('an unknown inquiry is a page not found', async () => {
  serve(inquiryEndpoints.get, () => ({ refusal: { status: 404, code: 'not_found' } }))
  await show('/smac_inquiry?inquiry=unknown', () => <InquiryScreen />)
  await screen.findByRole('heading', { level: 1, name: 'Page Not Found' })
  screen.getByText('This inquiry does not exist.')
  await user.click(screen.getByText('Go to past inquiries'))
  await waitFor(() => expect(address()).toBe('/smac_inquiry?tab=past'))
})

test('a past reply that was removed is explained, and the form works', async () => {
  const refusal = { status: 410, code: 'answer_removed', detail: 'Run it again.' }
  serve(inquiryEndpoints.get, () => ({ refusal }))
  await open(`/smac_inquiry?inquiry=${OTHER_ID}`)
  expect(screen.getByText('The reply of this inquiry is no longer stored.')).toBeDefined()
  expect(screen.getByText('Run it again.')).toBeDefined()
  await fill()
  await run()
  await answered()
})

test('the tab of files follows that of a single inquiry; only the shown tab is current', async () => {
  await open('/smac_inquiry')
  const tabs = within(screen.getByLabelText('Types of inquiry'))
  expect(tabs.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Single inquiry',
    'From a file',
    'Several cards',
    'Past inquiries',
  ])
  const current = () => tabs.getAllByRole('link').filter((link) => link.hasAttribute('aria-current'))
  expect(current().map(({ textContent }) => textContent)).toEqual(['Single inquiry'])
  await user.click(tabs.getByText('Past inquiries'))
  await waitFor(() => expect(current().map(({ textContent }) => textContent)).toEqual(['Past inquiries']))
})

test('without the permission nothing is sent', async () => {
  allowOnly(['SMAC Inquiry'], ['inquiry:view-all'])
  await open('/smac_inquiry?tab=single')
  await user.type(field('Ticket number'), 'OPS-1{Enter}')
  await run()
  expect(runs).toEqual([])
})
