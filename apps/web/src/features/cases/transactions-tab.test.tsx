import { caseEndpoints } from '@backoffice/contract/cases'
import { type CaseInReply, inquiryEndpoints } from '@backoffice/contract/inquiries'
import * as samples from '@backoffice/contract/testing/inquiry-samples'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { expectAccessible } from '../../testing/axe.ts'
import { allowOnly, type Call, serve, show, testServer } from '../../testing/screen.tsx'
import { aCase, CARD_ID, PURCHASE } from './sample-case.ts'
import { AddPurchases } from './transactions-tab.tsx'

const CASE = aCase()
const pending = (transaction_id: string, receipt_no: string, posting_age: number) =>
  samples.aTransaction({ transaction_id, receipt_no, posting_age, status: 'PENDING', tran_class: 'EARN' })
const OWN = pending(PURCHASE.transaction_id ?? '', 'N-OWN', 25)
const LATE = pending('1', 'N-LATE', 25)
const HELD = pending('2', 'N-HELD', 25)
const NEW = pending('3', 'N-NEW', 4)
const OTHER_CASE: CaseInReply = {
  case_no: 'C-000120',
  kind: 'LATE_POINTS',
  status: 'SENT',
  sent_at: null,
  resolution: null,
  resolved_at: null,
  purchases: [{ transaction_id: '2', status: 'PENDING', posted_at: null }],
}

testServer()
const user = userEvent.setup()
let runs: Call[]
beforeEach(() => {
  runs = serve(inquiryEndpoints.run, () => ({
    ...samples.aResult({ items: [OWN, LATE, HELD, NEW] }),
    cases: [OTHER_CASE],
  }))
})

const dialog = () => screen.findByRole('dialog', { name: 'Add purchases' })
const press = async (name: string) => user.click(await screen.findByRole('button', { name, hidden: true }))
const boxes = () =>
  screen
    .getAllByRole<HTMLInputElement>('checkbox', { hidden: true })
    .map(({ checked, disabled, labels }) => [
      /N-[A-Z]+/.exec(labels?.[0]?.textContent ?? '')?.[0],
      checked,
      disabled,
    ])

async function open(found = CASE) {
  await show('/cases/C-000118', () => <AddPurchases found={found} />)
  await press('Add purchases')
  await press('Look up purchases')
  await screen.findByRole('group', { name: 'Purchases', hidden: true })
}

test('offers the purchases of the card that no case has, late ones chosen, and adds them', async () => {
  await open()
  expect(runs[0]?.body).toMatchObject({
    mode: 'CARD',
    purpose: 'MEMBER_COMPLAINT',
    card_id: CARD_ID,
    ticket_no: CASE.ticket_no,
  })
  expect(boxes()).toEqual([
    ['N-LATE', true, false],
    ['N-HELD', false, true],
    ['N-NEW', false, false],
  ])
  expect(within(await dialog()).getByText('Already in C-000120')).toBeDefined()
  await expectAccessible(await dialog())
  const calls = serve(caseEndpoints.addPurchases, () => aCase({ version: 4 }))
  await user.click(screen.getByRole('checkbox', { name: /N-NEW/, hidden: true }))
  await press('Add 2 purchases')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls.map(({ body }) => body)).toEqual([{ version: 3, transaction_ids: ['1', '3'] }])
})

test.each([
  ['/cases/C-000121', 1],
  [null, 0],
])(
  'shows that another case has a purchase, with a link for those who may see it (%s)',
  async (link, count) => {
    const detail = 'A purchase is already in C-000121 (open, unassigned).'
    serve(caseEndpoints.addPurchases, () => ({
      refusal: {
        status: 409,
        code: 'purchase_in_case',
        detail,
        used_by: [{ label: 'C-000121', count: 1, link }],
      },
    }))
    await open()
    await press('Add 1 purchase')
    await within(await dialog()).findByText(detail)
    const links = screen.queryAllByRole('link', { name: 'Open C-000121', hidden: true })
    expect(links).toHaveLength(count)
  },
)

test('requires a choice of at most the purchases that the case has room for', async () => {
  await open(aCase({ purchases: Array.from({ length: 19 }, (_, index) => ({ ...PURCHASE, no: index + 1 })) }))
  const box = (name: RegExp) => screen.getByRole('checkbox', { name, hidden: true })
  await user.click(box(/N-NEW/))
  await press('Add 2 purchases')
  await screen.findByText('A case has at most 20 purchases. Choose at most 1.')
  await user.click(box(/N-NEW/))
  await user.click(box(/N-LATE/))
  await press('Add')
  await screen.findByText('Choose at least one purchase.')
})

test('says so if the case has all purchases of the card', async () => {
  serve(inquiryEndpoints.run, () => samples.aResult({ items: [OWN] }))
  await show('/cases/C-000118', () => <AddPurchases found={CASE} />)
  await press('Add purchases')
  await press('Look up purchases')
  await screen.findByText('This card has no other purchases of the last 92 days.')
})

test('is denied without the permission to run inquiries, and hidden for a full case', async () => {
  allowOnly(['SMAC Inquiry'], ['case:view', 'case:update'])
  await show('/cases/C-000118', () => <AddPurchases found={CASE} />)
  await press('Add purchases')
  expect(screen.queryByRole('dialog')).toBeNull()
  const full = aCase({
    purchases: Array.from({ length: 20 }, (_, index) => ({ ...PURCHASE, no: index + 1 })),
  })
  await show('/cases/C-000119', () => <AddPurchases found={full} />)
  await screen.findByText('A case has at most 20 purchases.')
})
