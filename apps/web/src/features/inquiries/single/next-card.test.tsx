import { cardEndpoints, type TimelineItem } from '@backoffice/contract/cards'
import { inquiryEndpoints } from '@backoffice/contract/inquiries'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { calendarDay, today } from '../../../kit/format/format-time.ts'
import { allowOnly, type Call, screenOf, serve, show, testServer } from '../../../testing/screen.tsx'
import { setInquiryStart, useInquiryStart } from '../../files/tracked/inquiry-start.ts'
import { Route } from '../inquiries.route.tsx'
import { datesOf } from '../search-fields.tsx'
import { aResult } from './sample-result.ts'

const InquiryScreen = screenOf(Route)

const CARD = '9990000000000029'
const user = userEvent.setup()
let runs: Call[]

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label, { selector: 'input, select' })
const run = () => user.click(screen.getByText('Run inquiry', { selector: 'button' }))
const open = async () => {
  await show('/smac_inquiry', () => <InquiryScreen />)
  await screen.findByText('Run inquiry')
}

const inquiry = (at: number): TimelineItem => ({
  kind: 'INQUIRY',
  id: `00000000-0000-4000-8000-00000000010${at}`,
  at: '2026-10-18T03:12:00Z',
  user: { id: '00000000-0000-4000-8000-000000000002', name: 'Maria Reyes' },
  purpose: 'MEMBER_COMPLAINT',
  ticket_no: `OPS-${at}`,
  date_from: '2026-09-01',
  date_to: '2026-09-15',
  outcome: 'FOUND',
  pending: at,
})

testServer()
beforeEach(() => {
  runs = serve(inquiryEndpoints.run, () => aResult())
  serve(cardEndpoints.timeline, () => ({ items: [], total: 0 }))
})

test('the range sets the dates, and a changed date makes it Custom', async () => {
  await open()
  expect(field('Date range').value).toBe('LAST_92')
  await user.selectOptions(field('Date range'), 'LAST_MONTH')
  const dates = datesOf('LAST_MONTH', today())
  expect([field('Date from').value, field('Date to').value]).toEqual(
    [dates.date_from, dates.date_to].map(calendarDay),
  )
  await user.clear(field('Date to'))
  await user.type(field('Date to'), `${today()}{Enter}`)
  expect(field('Date range').value).toBe('CUSTOM')
  await user.selectOptions(field('Date range'), 'LAST_7')
  expect(field('Date from').value).toBe(calendarDay(datesOf('LAST_7', today()).date_from))
})

test('the next card needs neither purpose nor ticket, and a row opens to all fields', async () => {
  await open()
  expect(document.activeElement).toBe(field('Card number'))
  await user.type(field('Card number'), CARD)
  await user.selectOptions(field('Purpose'), 'FRAUD_REVIEW')
  await user.type(field('Ticket number'), 'OPS-29{Enter}')
  await waitFor(() => expect(runs).toHaveLength(1))
  await waitFor(() => expect(document.activeElement).toBe(field('Card number')))
  expect(await screen.findByText('3 transactions of •••• 0029', { selector: '[role=status]' })).toBeDefined()
  const row = (await screen.findByText('17 Nov', { exact: false })).closest('button')
  if (row) await user.click(row)
  expect(row?.getAttribute('aria-expanded')).toBe('true')
  expect(screen.getByText('Approval code')).toBeDefined()
  await user.type(field('Card number'), '9990000000000011{Enter}')
  await waitFor(() => expect(runs).toHaveLength(2))
  expect(runs[1]?.body).toMatchObject({ card_number: '9990000000000011', ticket_no: 'OPS-29' })
})

test('a started inquiry fills the card, and asks for what is missing', async () => {
  setInquiryStart({ card: { kind: 'NUMBER', card_number: CARD } })
  await open()
  expect(field('Card number').value).toBe(CARD)
  expect(document.activeElement).toBe(field('Purpose'))
  expect(useInquiryStart.getState().start).toBeUndefined()
  const card = { kind: 'ID', card_id: '00000000-0000-4000-8000-000000000003', masked: '•••• 0029' } as const
  act(() => setInquiryStart({ card, purpose: 'AUDIT', ticket_no: 'OPS-1' }))
  await waitFor(() => expect(field('Card number').placeholder).toBe('•••• 0029'))
  await run()
  await waitFor(() => expect(runs[0]?.body).toMatchObject({ card_id: card.card_id, purpose: 'AUDIT' }))
})

test('the timeline shows a few other inquiries of the card, and opens the rest', async () => {
  const items = [0, 1, 2, 3, 4].map(inquiry)
  serve(cardEndpoints.timeline, () => ({ items: [{ ...inquiry(9), id: aResult().id }, ...items], total: 6 }))
  await open()
  setInquiryStart({ card: { kind: 'NUMBER', card_number: CARD }, purpose: 'AUDIT', ticket_no: 'OPS-1' })
  await waitFor(() => expect(field('Card number').value).toBe(CARD))
  await run()
  expect(await screen.findByText('Nothing pending')).toBeDefined()
  const links = () => screen.getAllByText('Inquiry, 1 to 15 Sep')
  expect(links()).toHaveLength(3)
  await user.click(screen.getByText('All 5'))
  expect(links()).toHaveLength(5)
  expect(screen.getByText('4 pending')).toBeDefined()
})

test('a user who may not run inquiries first sees past ones', async () => {
  allowOnly(['SMAC Inquiry'], ['inquiry:view-all'])
  await show('/smac_inquiry', () => <InquiryScreen />)
  expect(await screen.findByLabelText('Search inquiries')).toBeDefined()
})
