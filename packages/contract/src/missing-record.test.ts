import { expect, test } from 'vitest'
import { isMissingRecord } from './missing-record.ts'

test.each([
  [400, true],
  [404, true],
  [422, true],
  [200, false],
  [401, false],
  [403, false],
  [409, false],
  [500, false],
  [503, false],
])('a reply of %d means that the record is missing: %s', (status, isMissing) => {
  expect(isMissingRecord(status)).toBe(isMissing)
})
