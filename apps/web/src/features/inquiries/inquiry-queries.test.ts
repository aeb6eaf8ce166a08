import { expect, test } from 'vitest'
import { firstTab, tabOf } from './inquiry-queries.ts'

test.each([
  [{}, 'single'],
  [{ inquiry: '00000000-0000-4000-8000-000000000000' }, 'single'],
  [{ tab: 'past' }, 'past'],
  [{ tab: 'file', inquiry: 'x' }, 'file'],
  [{ 'f.state': 'FAILED' }, 'file'],
  [{ q: 'november' }, 'file'],
  [{ view: 'all' }, 'file'],
  [{ 'past.f.purpose': 'AUDIT' }, 'past'],
  [{ 'past.q': 'OPS', q: 'x' }, 'past'],
  [{ tab: 'several' }, 'several'],
  [{ tab: 'constructor' }, 'single'],
  [{ tab: undefined, q: undefined }, 'single'],
] as const)('%j shows the tab %s', (params, tab) => expect(tabOf(params, 'single')).toBe(tab))

test('users who may not run inquiries first see past ones', () => {
  const first = (policies: string[]) => firstTab({ modules: ['SMAC Inquiry'], policies })
  expect(first(['inquiry:run'])).toBe('single')
  expect(first(['inquiry:view-all'])).toBe('past')
  expect(first([])).toBe('single')
  expect(tabOf({}, 'past')).toBe('past')
  expect(tabOf({ inquiry: 'x' }, 'past')).toBe('single')
  expect(tabOf({ tab: 'single' }, 'past')).toBe('single')
})
