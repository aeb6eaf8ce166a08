import { expect, test } from 'vitest'
import { compareWithLimit, mergeableFiles } from './mergeable-files.ts'
import type { Import } from './module-graph.ts'

const screen = 'apps/web/src/features/cases/cases.route.tsx'
const small = 'apps/web/src/features/cases/case-menu.ts'

type Case = { file?: string; importer?: string; others?: Import[]; kind?: Import['kind'] }

function isMergeable(
  { file = small, importer = screen, others = [], kind = 'static' }: Case,
  lines = [59, 100],
) {
  const [own = 0, theirs = 0] = lines
  const sizes = new Map([[file, own]])
  const found = mergeableFiles(
    [{ from: importer, to: file, kind }, ...others],
    sizes.set(importer, theirs),
    (tested) => tested.includes('with-test'),
  )
  return found.length === 1
}

test('finds a small file that one file of its folder imports', () => {
  expect(isMergeable({})).toBe(true)
  expect(isMergeable({ kind: 'type' })).toBe(true)
  expect(isMergeable({}, [60, 100])).toBe(false)
  expect(isMergeable({}, [59, 161])).toBe(true)
  expect(isMergeable({}, [59, 162])).toBe(false)
})

test.each<[string, Case]>([
  ['of another folder', { importer: 'apps/web/src/features/users/users.route.tsx' }],
  ['with two importers', { others: [{ from: 'dev/a.ts', to: small, kind: 'static' }] }],
  ['that is loaded lazily', { kind: 'lazy' }],
  ['with a test of its own', { file: 'apps/web/src/features/cases/with-test.ts' }],
  ['with the SQL of its importer', { file: 'dev/a.store.ts', importer: 'dev/a.routes.ts' }],
  ['without types', { file: 'dev/a.mjs', importer: 'dev/b.mjs' }],
])('leaves a file %s alone', (_name, each) => expect(isMergeable(each)).toBe(false))

test('lets the number only fall, and names the newest first', () => {
  const files = ['a.ts', 'b.ts'].map((file) => ({ file, importer: 'c.ts' }))
  expect(compareWithLimit(files, 2, (all) => all)).toEqual([])
  expect(compareWithLimit(files, 3, (all) => all)).toEqual([expect.stringContaining('lower LIMIT')])
  expect(compareWithLimit(files, 1, (all) => all.toReversed())).toEqual([
    expect.stringContaining('1 more than allowed'),
    expect.stringContaining('Move such a file'),
    '  b.ts (imported by c.ts)',
    '  a.ts (imported by c.ts)',
  ])
})
