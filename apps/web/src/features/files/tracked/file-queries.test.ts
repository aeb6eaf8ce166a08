import type { TrackedFile } from '@backoffice/contract/files'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { laterOf, laterOfPushed, rememberPushed } from './file-queries.ts'

// The comparison reads only these three properties.
const fileAt = (version: number, readAtMs: number, source_filekey = 'f') =>
  ({ source_filekey, version, read_at: new Date(readAtMs).toISOString() }) as TrackedFile

test('keeps the highest version of states in any order, and the latest read of equal versions', () => {
  const states = fc.array(fc.record({ version: fc.nat(4), at: fc.nat(1_000) }), {
    minLength: 1,
    maxLength: 8,
  })
  fc.assert(
    fc.property(states, (all) => {
      const latest = all
        .map(({ version, at }) => fileAt(version, at))
        .reduce((cached, arrived) => laterOf(cached, arrived))
      const version = Math.max(...all.map((each) => each.version))
      const at = Math.max(...all.filter((each) => each.version === version).map((each) => each.at))
      expect(latest).toEqual(fileAt(version, at))
    }),
  )
})

test('a late reply does not replace a later pushed state', () => {
  rememberPushed(fileAt(3, 100, 'a'))
  expect(laterOfPushed(fileAt(2, 500, 'a')).version).toBe(3)
  expect(laterOfPushed(fileAt(4, 50, 'a')).version).toBe(4)
  expect(laterOfPushed(fileAt(1, 1, 'never pushed')).version).toBe(1)
})

test('remembers only the last pushed files', () => {
  for (let index = 0; index < 500; index++) rememberPushed(fileAt(9, 1, `many-${index}`))
  expect(laterOfPushed(fileAt(1, 1, 'many-0')).version).toBe(1)
  expect(laterOfPushed(fileAt(1, 1, 'many-499')).version).toBe(9)
})
