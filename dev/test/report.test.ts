import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createTempFolder } from '../postgres/testing.ts'
import { byFile, failures, readReport, slowest, type TestResult, tallyOf } from './report.ts'
import type { Suite } from './runners.ts'

const { folder, remove } = createTempFolder()
afterAll(remove)

const web: Suite = { name: 'web', folder: 'apps/web', kind: 'vitest', slots: 1 }
const e2e: Suite = { name: 'e2e', folder: 'e2e', kind: 'playwright', slots: 2 }

function read(suite: Suite, content: object) {
  const file = join(folder, `${crypto.randomUUID()}.json`)
  writeFileSync(file, JSON.stringify(content))
  return readReport(suite, '/repo', file)
}

test('reads the tests of a Vitest report', () => {
  const assertionResults = [
    { fullName: 'adds', status: 'passed', duration: 12.4, failureMessages: [] },
    { fullName: 'divides', status: 'failed', duration: 3, failureMessages: ['by zero'] },
    { fullName: 'waits', status: 'pending' },
  ]
  const file = 'apps/web/a.test.ts'
  expect(read(web, { testResults: [{ name: `/repo/${file}`, status: 'failed', assertionResults }] })).toEqual(
    [
      { file, test: 'adds', status: 'passed', ms: 12, error: '' },
      { file, test: 'divides', status: 'failed', ms: 3, error: 'by zero' },
      { file, test: 'waits', status: 'skipped', ms: 0, error: '' },
    ],
  )
})

test('a file that does not load is a failure', () => {
  const broken = { name: '/repo/a.test.ts', status: 'failed', message: 'no module', assertionResults: [] }
  expect(read(web, { testResults: [broken] })).toEqual([
    { file: 'a.test.ts', test: 'the whole file', status: 'failed', ms: 0, error: 'no module' },
  ])
})

test('reads nested suites, all attempts and global errors of a Playwright report', () => {
  const spec = (title: string, status: string, results: object[]) => ({
    file: 'a.spec.ts',
    title,
    tests: [{ status, results }],
  })
  const content = {
    suites: [
      {
        specs: [spec('one', 'expected', [{ duration: 5 }])],
        suites: [
          {
            specs: [
              spec('two', 'flaky', [{ duration: 3, errors: [{ message: 'late' }] }, { duration: 4 }]),
              spec('three', 'unexpected', [{ duration: 1, errors: [{ message: 'gone' }] }]),
              spec('four', 'skipped', []),
            ],
          },
        ],
      },
    ],
    errors: [{ message: 'no browser' }],
  }
  const file = 'e2e/tests/a.spec.ts'
  expect(read(e2e, content)).toEqual([
    { file, test: 'one', status: 'passed', ms: 5, error: '' },
    { file, test: 'two', status: 'failed', ms: 7, error: 'late' },
    { file, test: 'three', status: 'failed', ms: 1, error: 'gone' },
    { file, test: 'four', status: 'skipped', ms: 0, error: '' },
    { file: 'e2e/tests', test: 'outside its tests', status: 'failed', ms: 0, error: 'no browser' },
  ])
})

test('a suite that wrote no report has no tests', () => {
  expect(readReport(e2e, '/repo', join(folder, 'none'))).toEqual([])
})

const result = (change: Partial<TestResult>): TestResult => ({
  file: 'a.test.ts',
  test: 'adds',
  status: 'passed',
  ms: 1,
  error: '',
  ...change,
})
const passed = result({})
const failed = result({
  test: 'divides',
  status: 'failed',
  error: '\u001b[31mexpected 1\u001b[39m\nreceived 2',
})
const skipped = result({ status: 'skipped' })

test('counts the passed and failed tests of a suite', () => {
  expect(tallyOf([passed, passed, failed, skipped], 1)).toEqual({ passed: 2, failed: 1, skipped: 1 })
})

test('counts a runner that crashed, wrote nothing or ran nothing as a failure', () => {
  expect(tallyOf([], 0)).toMatchObject({ passed: 0, failed: 1 })
  expect(tallyOf([skipped], 0)).toMatchObject({ passed: 0, failed: 1 })
  expect(tallyOf([passed], null)).toMatchObject({ passed: 1, failed: 1 })
  expect(tallyOf([passed], 0)).toMatchObject({ passed: 1, failed: 0 })
})

test('a file passes if all of its tests pass', () => {
  const at = new Date('2026-01-05T00:00:00Z')
  expect(byFile([passed, failed, result({ file: 'b.test.ts' })], at)).toEqual(
    new Map([
      ['a.test.ts', { passed: 1, failed: 1, at: at.toISOString() }],
      ['b.test.ts', { passed: 1, failed: 0, at: at.toISOString() }],
    ]),
  )
})

test('lists the slowest first', () => {
  const tests = [1_000, 3_000, 2_000].map((ms) => result({ ms, test: `takes ${ms}` }))
  expect(slowest(tests, 2)).toBe('   3.0 s  a.test.ts: takes 3000\n   2.0 s  a.test.ts: takes 2000')
})

test('names each failed test with its error, in plain text', () => {
  expect(failures([passed, failed])).toBe('✗ a.test.ts: divides\n    expected 1\n    received 2')
  expect(failures([passed])).toBe('')
})
