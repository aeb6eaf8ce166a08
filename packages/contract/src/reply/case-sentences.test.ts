import { expect, test } from 'vitest'
import type { CaseInReply, InquiryResult } from '../inquiries.ts'
import { replySentences } from '../reply-text.ts'
import { aCaseInReply, aResult, aTransaction } from '../testing/inquiry-samples.ts'

const LATE = aTransaction({ transaction_id: '1' })
const ALSO_LATE = aTransaction({ transaction_id: '2', posting_age: 20 })
const EARLY = aTransaction({ transaction_id: '3', posting_age: 3 })
const LATE_PURCHASE = { transaction_id: '1', status: 'PENDING', posted_at: null } as const
const POSTED = { transaction_id: '1', status: 'POSTED', posted_at: '2026-11-23T17:00:00Z' } as const
const ALSO_POSTED = { transaction_id: '2', status: 'POSTED', posted_at: '2026-11-21T17:00:00Z' } as const
const CLOSED = { status: 'RESOLVED', resolved_at: '2026-11-25T01:00:00Z' } as const

const reply = (cases: readonly Partial<CaseInReply>[], change: Partial<InquiryResult> = {}) =>
  replySentences(aResult({ items: [LATE], cases: cases.map(aCaseInReply), ...change }), 'en')
    .filter(({ part }) => part === 'cases')
    .map(({ text }) => text)

const PASSED_ON = 'The late points were passed on for posting on 20 Nov 2026 (case C-000118).'
const CASE_PASSED_ON = 'Case C-000118 was passed on for posting on 20 Nov 2026.'

test.each<[string, Partial<CaseInReply>, readonly string[]]>([
  ['sent', {}, [PASSED_ON]],
  ['open, not sent', { status: 'OPEN', sent_at: null }, []],
  ['open, with the day of an earlier sending', { status: 'OPEN' }, []],
  ['sent, of other purchases', { purchases: [{ ...LATE_PURCHASE, transaction_id: '9' }] }, [CASE_PASSED_ON]],
  [
    'sent, without a transaction yet',
    { purchases: [{ ...LATE_PURCHASE, transaction_id: null }] },
    [CASE_PASSED_ON],
  ],
  [
    'resolved by a load',
    { ...CLOSED, resolution: 'POSTED', purchases: [POSTED, ALSO_POSTED] },
    ['The points of case C-000118 were posted on 24 Nov 2026.'],
  ],
  [
    'resolved by a load, without a posting day',
    { ...CLOSED, resolution: 'POSTED', purchases: [POSTED, { ...ALSO_POSTED, posted_at: null }] },
    ['The points of case C-000118 are posted.'],
  ],
  ['resolved as posted before a load says so', { ...CLOSED, resolution: 'POSTED' }, [PASSED_ON]],
  ['the same, never sent', { ...CLOSED, resolution: 'POSTED', sent_at: null }, []],
  [
    'resolved as posted, one purchase still pending',
    {
      ...CLOSED,
      resolution: 'POSTED',
      sent_at: null,
      purchases: [POSTED, { ...LATE_PURCHASE, transaction_id: '2' }],
    },
    [],
  ],
  [
    'resolved as posted, without purchases',
    { ...CLOSED, resolution: 'POSTED', sent_at: null, purchases: [] },
    [],
  ],
  [
    'corrected',
    { ...CLOSED, resolution: 'CORRECTED', purchases: [POSTED] },
    ['Case C-000118 was closed on 25 Nov 2026: points corrected.'],
  ],
  ['corrected, still pending', { ...CLOSED, resolution: 'CORRECTED', sent_at: null }, []],
  [
    'not owed',
    { ...CLOSED, resolution: 'NOT_OWED' },
    ['Case C-000118 was closed on 25 Nov 2026: points not owed.'],
  ],
  [
    'duplicate',
    { ...CLOSED, resolution: 'DUPLICATE' },
    ['Case C-000118 was closed on 25 Nov 2026: duplicate.'],
  ],
  ['rejected', { ...CLOSED, status: 'REJECTED' }, ['Case C-000118 was closed on 25 Nov 2026: rejected.']],
  ['sent, posted meanwhile', { purchases: [POSTED] }, [PASSED_ON]],
])('a case that is %s', (_name, change, sentences) => {
  expect(reply([change])).toEqual(sentences)
})

test('claims the late points only if the case has all of them', () => {
  const some = ['1 late purchase was passed on for posting on 20 Nov 2026 (case C-000118).']
  expect(reply([{}], { items: [LATE, ALSO_LATE, EARLY] })).toEqual(some)
  expect(reply([{}], { items: [LATE, EARLY] })).toEqual([PASSED_ON])
  const totals = { ...aResult().totals, pending: 5 }
  expect(reply([{}], { is_cut: true, totals })).toEqual(some)
  expect(reply([{}], { is_cut: true, totals: { ...totals, pending: 1 } })).toEqual([PASSED_ON])
  expect(reply([{}], { items: [EARLY] })).toEqual([CASE_PASSED_ON])
})

test('names three cases, and none where nothing was found', () => {
  const cases = Array.from({ length: 5 }, (_, at) => ({ case_no: `C-00011${at}`, purchases: [] }))
  expect(reply([{ status: 'OPEN' }, ...cases]).map((text) => text.slice(0, 13))).toEqual([
    'Case C-000110',
    'Case C-000111',
    'Case C-000112',
  ])
  expect(reply([{}], { outcome: 'NO_TRANSACTIONS', items: [] })).toEqual([])
})
