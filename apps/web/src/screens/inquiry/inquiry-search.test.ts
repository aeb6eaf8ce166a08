import { PAGE_SIZES } from '@backoffice/contract/shapes'
import { expect, test } from 'vitest'
import { filesOf, inquiriesOf, readSearch } from './inquiry-search.ts'

test('an address is read as far as it makes sense, and card numbers do not stay in it', () => {
  expect(readSearch({ status: 'failed', since: 'week', q: 417, page: '3', size: 25 })).toMatchObject({
    status: 'failed',
    since: 'week',
    q: '417',
    page: 3,
    size: 25,
  })
  const nonsense = {
    status: 'toString',
    since: 'ever',
    q: '9990000000000011',
    page: '1e9',
    size: 7,
    past: -1,
  }
  expect(Object.values(readSearch(nonsense)).every((value) => value === undefined)).toBe(true)
  expect(Object.keys(readSearch(nonsense))).toContain('q')
})

test('and asked of the server in its own terms', () => {
  expect(filesOf(readSearch({ status: 'stopped', q: 'nov' }), 10)).toEqual({
    page: 1,
    page_size: 10,
    category: 'SMAC_INQUIRY',
    status: ['CANCELLED', 'EXPIRED'],
    q: 'nov',
  })
  expect(inquiriesOf(readSearch({ past: 2, past_size: 50 }), 10)).toEqual({ page: 2, page_size: 50 })
})

test('a size in the address holds whatever the reader prefers, the default of others included', () => {
  for (const size of PAGE_SIZES) {
    expect(filesOf(readSearch({ size: String(size) }), 10).page_size).toBe(size)
    expect(inquiriesOf(readSearch({}), size).page_size).toBe(size)
  }
})
