import { expect, test } from 'vitest'
import { differences } from './checksums.ts'

const sums = (entries: Record<string, [number, string]>) =>
  new Map(Object.entries(entries).map(([name, [rows, sum]]) => [name, { rows, sum }]))

test('names only changed, lost and added entries', () => {
  const before = sums({ same: [2, 'a'], changed: [2, 'b'], lost: [1, 'c'], empty: [0, ''] })
  const after = sums({ same: [2, 'a'], changed: [2, 'x'], added: [3, 'd'], empty: [0, ''] })
  expect(differences(before, after)).toEqual([
    'changed: 2 before, 2 after',
    'lost: 1 before, missing after',
    'added: missing before, 3 after',
  ])
})
