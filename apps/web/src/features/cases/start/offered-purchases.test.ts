import { expect, test } from 'vitest'
import { isLate, offeredPurchases, suggestedKind } from './offered-purchases.ts'

const purchase = (status: 'PENDING' | 'POSTED' | 'REJECTED' | 'REVERSED', business_date: string) =>
  ({ status, tran_class: 'EARN', posting_age: null, business_date }) as const

test('offers pending purchases first, the oldest first, and leaves out what earns no points', () => {
  const late = purchase('PENDING', '2026-10-20')
  const newer = purchase('PENDING', '2026-11-20')
  const rejected = purchase('REJECTED', '2026-10-01')
  const posted = { ...purchase('POSTED', '2026-09-01'), tran_class: null }
  const others = [purchase('REVERSED', '2026-09-01'), { ...late, tran_class: 'REDEEM' as const }]
  expect(offeredPurchases([posted, newer, ...others, rejected, late])).toEqual([
    late,
    newer,
    rejected,
    posted,
  ])
})

test('a purchase is late after the promised working days', () => {
  expect([null, 15, 16].map((posting_age) => isLate({ posting_age }))).toEqual([false, false, true])
})

test('suggests the kind that suits the purchases', () => {
  const pending = { status: 'PENDING' } as const
  expect(suggestedKind([pending], 1)).toBe('LATE_POINTS')
  expect(suggestedKind([pending, { status: 'POSTED' }], 0)).toBe('WRONG_POINTS')
  expect(suggestedKind([], 1)).toBe('MISSING_TRANSACTION')
  expect(suggestedKind([], 0)).toBe('OTHER')
})
