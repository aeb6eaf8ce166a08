import { PAGE_SIZES } from '@backoffice/contract/schemas'
import { expect, test } from 'vitest'
import { filesOf, inquiriesOf, readSearch } from './inquiry-search.ts'

test('valid search params are kept, invalid ones and card numbers are removed', () => {
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

test('search params become the query of the server', () => {
  expect(filesOf(readSearch({ status: 'stopped', q: 'nov' }), 10)).toEqual({
    page: 1,
    page_size: 10,
    filters: { category: { in: ['SMAC_INQUIRY'] }, state: { in: ['CANCELLED', 'EXPIRED'] } },
    search: 'nov',
  })
  expect(inquiriesOf(readSearch({ past: 2, past_size: 50 }), 10)).toEqual({ page: 2, page_size: 50 })
})

test('a size in the address overrides the preference of the user, also where it is the default', () => {
  for (const size of PAGE_SIZES) {
    expect(filesOf(readSearch({ size: String(size) }), 10).page_size).toBe(size)
    expect(inquiriesOf(readSearch({}), size).page_size).toBe(size)
  }
})
