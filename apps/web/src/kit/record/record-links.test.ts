import { expect, test } from 'vitest'
import { backOf, filledLink, fillOf, recordParams } from './record-links.ts'

type Link = { to: string; search: (list: Record<string, string>) => Record<string, string> }

const tenders = { path: '/lookup/tenders' }

test('a form filled by “Map now” returns to the same rows of the list', () => {
  // Typed as a link with any path.
  const link = filledLink(tenders, { tender_id: '0088' }, { isListed: true }) as unknown as Link
  const search = link.search({ 'f.kind': 'TENDER', q: '00', sort: 'code:asc' })
  expect(link.to).toBe('/lookup/tenders/create')
  expect(fillOf(search)).toEqual({ tender_id: '0088' })
  expect(backOf(search)).toEqual({
    to: '/lookup',
    search: { 'f.kind': 'TENDER', q: '00', sort: 'code:asc' },
  })
  expect(recordParams(search)).toMatchObject(search)
})

test('from another screen it returns to the whole list, and an empty form to its own list', () => {
  const link = filledLink(tenders, { tender_id: '0088' }) as unknown as Link
  expect(backOf(link.search({ date: '2026-11-20' }))).toEqual({ to: '/lookup', search: {} })
  expect(backOf({ q: '00' })).toBeUndefined()
})

test('drops card numbers from the filled values and the return link', () => {
  const card = '9990000000000011'
  expect(fillOf({ 'fill.tender_id': card })).toEqual({})
  expect(backOf({ 'fill.tender_id': '1', 'back.q': card })).toEqual({ to: '/lookup', search: {} })
})
