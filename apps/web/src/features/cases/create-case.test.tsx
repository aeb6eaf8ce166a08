import { caseEndpoints } from '@backoffice/contract/cases'
import { inquiryEndpoints } from '@backoffice/contract/inquiries'
import * as samples from '@backoffice/contract/testing/inquiry-samples'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { expectAccessible } from '../../testing/axe.ts'
import { description } from '../../testing/description.ts'
import { allowOnly, type Call, screenOf, serve, show, testServer } from '../../testing/screen.tsx'
import { Route } from './create-case.route.tsx'
import { aCase, DENNIS, MARIA } from './sample-case.ts'
import { setCaseStart } from './start/case-start.ts'

const CreateCase = screenOf(Route)

const CARD = '9990000000000011'
const purchase = (change: Partial<ReturnType<typeof samples.aTransaction>>) =>
  samples.aTransaction({ tran_class: 'EARN', ...change })
const LATE = purchase({
  transaction_id: '1',
  business_date: '2026-10-20',
  receipt_no: 'N-LATE',
  status: 'PENDING',
  posting_age: 25,
})
const NEW = purchase({ transaction_id: '2', receipt_no: 'N-NEW', status: 'PENDING', posting_age: 4 })
const POSTED = purchase({ transaction_id: '3', receipt_no: 'N-POSTED', status: 'POSTED', posting_age: null })
const RESULT = samples.aResult({ items: [POSTED, NEW, LATE], ticket_no: 'OPS-1' })

testServer()
const user = userEvent.setup()
let opened: Call[]
let runs: Call[]
beforeEach(() => {
  runs = serve(inquiryEndpoints.run, () => RESULT)
  serve(caseEndpoints.people, () => ({
    items: [
      { ...MARIA, is_own: true },
      { ...DENNIS, is_own: false },
    ],
  }))
  opened = serve(caseEndpoints.create, () => aCase())
})

const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
const box = (name: RegExp) => screen.findByRole<HTMLInputElement>('checkbox', { name })

async function lookUp() {
  const place = await show('/cases/create', () => <CreateCase />)
  await user.type(await screen.findByLabelText('Card number'), CARD)
  await user.type(screen.getByLabelText('Ticket number'), 'OPS-1')
  await press('Look up card')
  await screen.findByRole('group', { name: 'Purchases' })
  return place
}

test('looks the card up by an inquiry, forgets its number, and preselects late purchases', async () => {
  await lookUp()
  expect(runs[0]?.body).toMatchObject({
    mode: 'CARD',
    purpose: 'MEMBER_COMPLAINT',
    card_number: CARD,
    ticket_no: 'OPS-1',
  })
  expect(document.body.innerHTML).not.toContain(CARD)
  const boxes = screen.getAllByRole<HTMLInputElement>('checkbox', { name: /N-/ })
  expect(boxes.map(({ checked }) => checked)).toEqual([true, false, false])
  expect(screen.getByRole('option', { name: 'Late points (suggested)' })).toBeDefined()
  await expectAccessible(document.body)
})

test('does not preselect a late purchase that an open case follows', async () => {
  const followed = [{ transaction_id: '1', status: 'PENDING' as const, posted_at: null }]
  serve(inquiryEndpoints.run, () => ({ ...RESULT, cases: [samples.aCaseInReply({ purchases: followed })] }))
  await lookUp()
  expect((await box(/N-LATE/)).checked).toBe(false)
})

test('opens a case for the chosen purchases, assigned to the user', async () => {
  const place = await lookUp()
  await user.click(await box(/N-POSTED/))
  expect(screen.getByRole('option', { name: 'Wrong points (suggested)' })).toBeDefined()
  await press('Open case')
  await waitFor(() => expect(place()).toBe('/cases/C-000118'))
  expect(opened.map(({ body }) => body)).toEqual([
    {
      kind: 'WRONG_POINTS',
      card_id: RESULT.cards[0]?.card_id,
      ticket_no: 'OPS-1',
      assignee_id: MARIA.id,
      transaction_ids: ['1', '3'],
    },
  ])
})

test('an agent may only assign the case to themselves or to no one', async () => {
  allowOnly(['SMAC Inquiry'], ['case:view', 'case:create', 'case:update', 'inquiry:run'])
  await lookUp()
  await user.click(await box(/Assign to me/))
  await press('Open case')
  await waitFor(() => expect(opened[0]?.body.assignee_id).toBeNull())
})

test('adds a missing purchase that no load has brought', async () => {
  await lookUp()
  await user.click(await box(/N-LATE/))
  await press('Add a missing purchase')
  const dialog = await screen.findByRole('dialog', { name: 'Add a missing purchase' })
  const type = (label: RegExp, text: string) => user.type(within(dialog).getByLabelText(label), text)
  await type(/^Business date/, '2026-10-20')
  await type(/^Branch code/, '0101')
  await type(/^Receipt number/, 'N-MISSING')
  await type(/^Amount/, '3000.50x')
  const add = () => user.click(within(dialog).getByRole('button', { name: 'Add', hidden: true }))
  await add()
  await within(dialog).findByText(/Enter an amount such as/)
  await user.clear(within(dialog).getByLabelText(/^Amount/))
  await type(/^Amount/, '3,000.50')
  await add()
  await screen.findByRole('button', { name: 'Remove N-MISSING' })
  await press('Open case')
  await waitFor(() => expect(opened).toHaveLength(1))
  expect(opened[0]?.body).toMatchObject({
    kind: 'MISSING_TRANSACTION',
    typed: [
      {
        business_date: '2026-10-20',
        branch_code: '0101',
        receipt_no: 'N-MISSING',
        amount: 300_050,
        points_expected: null,
      },
    ],
  })
})

test('an unknown card is refused at its field', async () => {
  const none = samples.aResult({ outcome: 'CARD_NOT_FOUND', cards: [], items: [] })
  serve(inquiryEndpoints.run, () => none)
  await show('/cases/create', () => <CreateCase />)
  const card = await screen.findByLabelText('Card number')
  await user.type(card, CARD)
  await user.type(screen.getByLabelText('Ticket number'), 'OPS-1')
  await press('Look up card')
  await waitFor(() => expect(description(card)).toContain('This card is not in our records.'))
})

test('names the open case of a purchase, with a link for those who may see it', async () => {
  const detail = 'A purchase is already in C-000120 (open, assigned to Dennis Pascual).'
  const refusal = (id: string | null) => ({
    refusal: {
      status: 409,
      code: 'purchase_in_case',
      detail,
      used_by: [{ label: 'C-000120', count: 1, link: id && '/cases/C-000120' }],
    },
  })
  serve(caseEndpoints.create, () => refusal('01900000-0000-7000-8000-000000000009'))
  await lookUp()
  await press('Open case')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain(detail)
  expect(within(alert).getByRole('link').getAttribute('href')).toBe('/cases/C-000120')
  serve(caseEndpoints.create, () => refusal(null))
  await press('Open case')
  await waitFor(() => expect(within(screen.getByRole('alert')).queryByRole('link')).toBeNull())
})

test('takes over the card and the rows of an inquiry once', async () => {
  const start = {
    card_id: 'c',
    card: '•••• 0011',
    transactions: [NEW],
    transaction_ids: ['2'],
    ticket_no: 'OPS-7',
  }
  setCaseStart(start)
  await show('/cases/create', () => <CreateCase />)
  expect((await box(/N-NEW/)).checked).toBe(true)
  await press('Open case')
  await waitFor(() => expect(opened[0]?.body).toMatchObject({ card_id: 'c', ticket_no: 'OPS-7' }))
  await show('/cases/create', () => <CreateCase />)
  await screen.findByLabelText('Card number')
})
