import { expect, test } from 'vitest'
import { readPreviewSearch, shownRows } from './file-search.ts'

const NONE = {
  rows: undefined,
  field: undefined,
  page: undefined,
  after: undefined,
  size: undefined,
}

test('reads the selected rows from the URL', () => {
  expect(readPreviewSearch({ rows: 'rejected', page: 3, after: 'a50', size: 50 })).toEqual({
    ...NONE,
    rows: 'rejected',
    page: 3,
    after: 'a50',
    size: 50,
  })
})

test.each([
  [{ rows: 'all' }],
  [{ page: 0 }],
  [{ page: 1.5 }],
  [{ size: 7 }],
  [{ field: "x' OR 1=1" }],
  [{ after: 'x'.repeat(50) }],
])('%j of an address is dropped', (search) => {
  expect(readPreviewSearch(search)).toEqual(NONE)
})

const preview = {
  new: 0,
  changed: 0,
  unchanged: 4,
  rejected: 2,
  moved: 0,
  tidied: 0,
  compared_at: '',
  by_field: [],
  by_code: [],
  written: null,
}

test('shows changed rows first, then other rows', () => {
  expect(shownRows({}, { ...preview, changed: 1, new: 1 })).toBe('changed')
  expect(shownRows({}, { ...preview, new: 1 })).toBe('new')
  expect(shownRows({}, preview)).toBe('rejected')
  expect(shownRows({}, { ...preview, rejected: 0 })).toBe('unchanged')
  expect(shownRows({ rows: 'new' }, preview)).toBe('new')
})
