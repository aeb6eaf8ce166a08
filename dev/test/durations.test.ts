import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createTempFolder } from '../postgres/testing.ts'
import { durationsOf, slowest } from './durations.ts'

const { folder, remove } = createTempFolder()
afterAll(remove)

function report(content: object): string {
  const file = join(folder, `${crypto.randomUUID()}.json`)
  writeFileSync(file, JSON.stringify(content))
  return file
}

test('reads the durations of a Vitest report; a skipped test has none', () => {
  const assertionResults = [{ fullName: 'adds', duration: 12.4 }, { fullName: 'skipped' }]
  const file = report({ testResults: [{ assertionResults }] })
  expect(durationsOf({ name: 'web', folder: '', kind: 'vitest', slots: 1 }, file)).toEqual([
    { suite: 'web', test: 'adds', ms: 12 },
    { suite: 'web', test: 'skipped', ms: 0 },
  ])
})

test('reads the durations of a Playwright report, of nested suites and of every attempt', () => {
  const spec = (title: string, ...ms: number[]) => ({
    file: 'a.spec.ts',
    title,
    tests: [{ results: ms.map((duration) => ({ duration })) }],
  })
  const file = report({ suites: [{ specs: [spec('one', 5)], suites: [{ specs: [spec('two', 3, 4)] }] }] })
  expect(durationsOf({ name: 'e2e', folder: '', kind: 'playwright', slots: 2 }, file)).toEqual([
    { suite: 'e2e', test: 'a.spec.ts: one', ms: 5 },
    { suite: 'e2e', test: 'a.spec.ts: two', ms: 7 },
  ])
})

test('a suite that wrote no report has no durations', () => {
  expect(
    durationsOf({ name: 'e2e', folder: '', kind: 'playwright', slots: 2 }, join(folder, 'none')),
  ).toEqual([])
})

test('lists the slowest first', () => {
  const durations = [1_000, 3_000, 2_000].map((ms) => ({ suite: 'web', test: `takes ${ms}`, ms }))
  expect(slowest(durations, 2)).toBe('   3.0 s  web  takes 3000\n   2.0 s  web  takes 2000')
})
