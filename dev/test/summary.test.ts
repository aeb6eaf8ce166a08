import { expect, test } from 'vitest'
import type { TestResult } from './report.ts'
import { byFile, failures, slowest, tallyOf } from './summary.ts'

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
