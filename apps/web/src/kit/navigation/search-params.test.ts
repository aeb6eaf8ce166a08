import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSearchParams, printSearchParams } from './search-params.ts'

test('parses printed params with any content', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1 })
  fc.assert(
    fc.property(fc.dictionary(text, text), (params) => {
      expect(parseSearchParams(printSearchParams(params))).toEqual({ ...params })
    }),
  )
  expect(printSearchParams({ sort: 'a,-b', 'f.name': '*x~!', page: undefined })).toBe(
    '?sort=a,-b&f.name=*x~!',
  )
})
