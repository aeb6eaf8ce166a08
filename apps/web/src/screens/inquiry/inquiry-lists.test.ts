import { expect, test } from 'vitest'
import { fixedFiles, tabOf } from './inquiry-lists.ts'

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
  [{ tab: 'constructor' }, 'single'],
  [{ tab: undefined, q: undefined }, 'single'],
] as const)('%j shows the tab %s', (params, tab) => expect(tabOf(params)).toBe(tab))

test('files of other kinds are listed where the address asks for them', () => {
  expect(fixedFiles({})).toEqual({ category: { in: ['SMAC_INQUIRY'] } })
  expect(fixedFiles({ 'f.kind': 'inquiry~import' })).toEqual({})
})
