import { expect, test } from 'vitest'
import type { InquiryResult } from './inquiries.ts'
import type { Language } from './reply/templates.ts'
import { replySentences } from './reply-text.ts'
import { aResult as result, aTransaction as transaction } from './testing/inquiry-samples.ts'

const replyText = (of: InquiryResult, language: Language = 'en') =>
  replySentences(of, language).map(({ text }) => text)

const POSTED = transaction({ status: 'POSTED', posting_age: null })
const NONE_PENDING = { ...result({}).totals, pending: 0, pending_points: 0 }
const rest = (change: Partial<InquiryResult>) => replyText(result(change)).slice(2)

test('names late purchases and counts the others', () => {
  expect(replyText(result({}))).toEqual([
    'Card •••• 0011, active. 1 Sep 2026 to 19 Nov 2026, checked on 20 Nov 2026 at 08:21.',
    '3 transactions, ₱ 7,250.00: 6.00 points posted, 500.00 points redeemed.',
    'Late: ₱ 3,600.00 on 27 Oct 2026 at Mabini, Tarlac, receipt 417002655. 18.00 points pending for 17 working days; points post within 15.',
    'Not late yet: 1 purchase, 12.25 points.',
  ])
})

test('nothing is late on the fifteenth working day', () => {
  expect(rest({ items: [transaction({ posting_age: 15 })] })).toEqual([
    'Not late yet: 1 purchase, 18.00 points.',
  ])
})

test('names the three oldest of many late purchases', () => {
  const items = [16, 30, 20, 18, 25].map((posting_age) => transaction({ posting_age }))
  expect(rest({ items })).toEqual([
    expect.stringContaining('30 working days'),
    expect.stringContaining('25 working days'),
    expect.stringContaining('20 working days'),
    'Also late: 2 more purchases.',
  ])
})

test('does not call pending transactions of other classes purchases', () => {
  const items = [transaction({ posting_age: 3 }), transaction({ posting_age: 3, tran_class: null })]
  expect(rest({ items })).toEqual(['Not late yet: 2 transactions, 36.00 points.'])
})

test('gives the reason of rejected purchases', () => {
  const item = transaction({ status: 'REJECTED', posting_age: null, reject_reason: 'Card not active' })
  const sentence =
    '₱ 3,600.00 on 27 Oct 2026 at Mabini, Tarlac, receipt 417002655 was rejected: Card not active.'
  expect(rest({ items: [item], totals: NONE_PENDING })).toEqual([sentence, 'Nothing is pending.'])
  expect(rest({ items: [item, item, item, item], totals: NONE_PENDING })).toEqual([
    ...[sentence, sentence, sentence],
    'Also rejected: 1 more transaction.',
    'Nothing is pending.',
  ])
})

test('reports nothing pending only if no transaction of the card is', () => {
  const posted = (change: Partial<InquiryResult>) =>
    rest({ items: [POSTED], totals: NONE_PENDING, ...change })
  expect(posted({})).toEqual(['Nothing is pending.'])
  expect(posted({ pending_not_included: null })).toEqual([])
  expect(posted({ mode: 'REFERENCE' })).toEqual([])
  const left = (on_dates: number, outside_dates: number, are_purchases = true) =>
    posted({ pending_not_included: { on_dates, outside_dates, are_purchases } })
  expect(left(0, 1)).toEqual(['Not included: 1 pending purchase outside these dates.'])
  expect(left(2, 0)).toEqual(['Not included: 2 pending purchases on these dates.'])
  expect(left(1, 2, false)).toEqual([
    'Not included: 1 pending transaction on these dates, 2 pending transactions outside these dates.',
  ])
})

test.each<[Partial<InquiryResult['criteria']>, string]>([
  [{ statuses: ['POSTED'] }, 'Only posted transactions are listed.'],
  [
    { statuses: ['POSTED', 'PENDING'], tran_classes: ['EARN'] },
    'Only posted or pending earn transactions are listed.',
  ],
  [
    { company_code: 'NLF', branch_code: '0417', terminal_id: '60417001' },
    'Only transactions of company NLF, branch 0417, terminal 60417001 are listed.',
  ],
])('a filtered reply names its filters and claims no absence: %j', (filters, sentence) => {
  const criteria = { ...result({}).criteria, ...filters }
  const totals = { ...NONE_PENDING, rows: 1, earned: 0, redeemed: 0 }
  expect(replyText(result({ criteria, totals, items: [POSTED] })).slice(1)).toEqual([
    sentence,
    '1 transaction, ₱ 7,250.00.',
  ])
  expect(
    replyText(result({ criteria, totals, items: [], outcome: 'FILTERED_OUT', without_filters: 7 })).slice(1),
  ).toEqual([sentence, 'Not listed: 7 transactions on these dates.'])
})

test('counts pending transactions beyond the listed ones', () => {
  const totals = { ...NONE_PENDING, rows: 501, pending: 3, oldest_pending_working_days: 25 }
  expect(rest({ is_cut: true, items: [POSTED], totals })).toEqual([
    'Only the newest 1 are listed one by one: 3 older ones are pending, up to 25 working days.',
  ])
  expect(rest({ is_cut: true, items: [POSTED], totals: NONE_PENDING })).toEqual([
    'Only the newest 1 are listed one by one.',
    'Nothing is pending.',
  ])
})

test('describes an account with more cards than shown, and a reference of several cards', () => {
  const cards = result({}).cards
  const first = (change: Partial<InquiryResult>) => replyText(result(change))[0]?.split('. 1 Sep')[0]
  const many = Array.from({ length: 20 }, () => cards).flat()
  expect(first({ mode: 'ACCOUNT', cards: many })).toBe('Account •••• 0011, at least 20 cards')
  expect(first({ mode: 'REFERENCE' })).toBe('Reference •••• 0011. Card •••• 0011, active')
  const items = [transaction({}), transaction({ card: '•••• 0029' })]
  expect(first({ mode: 'REFERENCE', items })).toBe('Reference •••• 0011')
})

test.each<[Partial<InquiryResult>, string]>([
  [
    { outcome: 'CARD_NOT_FOUND', cards: [] },
    'This card is not in our records. Please compare the number with the card.',
  ],
  [{ outcome: 'ACCOUNT_NOT_FOUND' }, 'This account is not in our records. Please compare its number.'],
  [
    { outcome: 'REFERENCE_NOT_FOUND' },
    'No transaction has this reference. Please compare it with the receipt.',
  ],
  [
    { outcome: 'NO_TRANSACTIONS', last_on: '2026-09-02' },
    'There are no transactions on these dates. The last one was on 2 Sep 2026.',
  ],
  [{ outcome: 'NO_TRANSACTIONS' }, 'There are no transactions on these dates.'],
  [
    { outcome: 'NO_TRANSACTIONS', mode: 'REFERENCE' },
    'There are no transactions with this reference on these dates.',
  ],
])('describes an empty result: %j', (change, sentence) => {
  expect(replyText(result({ items: [], ...change })).slice(1)).toEqual([sentence])
})
