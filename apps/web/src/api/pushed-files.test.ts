import type { TrackedFile } from '@backoffice/contract/endpoints/files'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keepPushed, later, notOlderThanPushed } from './pushed-files.ts'

// Only these three decide; a whole file would say no more.
const reading = (version: number, at: number, source_filekey = 'f') =>
  ({ source_filekey, version, read_at: new Date(at).toISOString() }) as TrackedFile

test('in whatever order readings come, the one of the last state stands, and of it the last', () => {
  const readings = fc.array(fc.record({ version: fc.nat(4), at: fc.nat(1_000) }), {
    minLength: 1,
    maxLength: 8,
  })
  fc.assert(
    fc.property(readings, (all) => {
      const standing = all
        .map(({ version, at }) => reading(version, at))
        .reduce((known, next) => later(known, next))
      const version = Math.max(...all.map((each) => each.version))
      const at = Math.max(...all.filter((each) => each.version === version).map((each) => each.at))
      expect(standing).toEqual(reading(version, at))
    }),
  )
})

test('a reply that was on its way when a later state was pushed does not bring the old one back', () => {
  keepPushed(reading(3, 100, 'a'))
  expect(notOlderThanPushed(reading(2, 500, 'a')).version).toBe(3)
  expect(notOlderThanPushed(reading(4, 50, 'a')).version).toBe(4)
  expect(notOlderThanPushed(reading(1, 1, 'never pushed')).version).toBe(1)
})

test('pushes are kept of the newest files only', () => {
  for (let index = 0; index < 500; index++) keepPushed(reading(9, 1, `many-${index}`))
  expect(notOlderThanPushed(reading(1, 1, 'many-0')).version).toBe(1)
  expect(notOlderThanPushed(reading(1, 1, 'many-499')).version).toBe(9)
})
