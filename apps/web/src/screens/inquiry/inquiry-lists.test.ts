import { expect, test } from 'vitest'
import { tabOf } from './inquiry-lists.ts'

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
