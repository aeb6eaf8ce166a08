import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createTempFolder } from '../postgres/testing.ts'
import { tallyOf } from './tally.ts'

const { folder, remove } = createTempFolder()
afterAll(remove)

function report(content: object): string {
  const file = join(folder, `${crypto.randomUUID()}.json`)
  writeFileSync(file, JSON.stringify(content))
  return file
}

const vitest = (passed: number, failed: number, testResults: object[] = []) =>
  report({ numPassedTests: passed, numFailedTests: failed, numPendingTests: 0, testResults })

test('adds up what the report says', () => {
  expect(tallyOf('vitest', vitest(3, 0), 0)).toMatchObject({ passed: 3, failed: 0 })
  expect(tallyOf('vitest', vitest(3, 2), 1)).toMatchObject({ passed: 3, failed: 2 })
})

test('a file that does not load is a failure', () => {
  const unloaded = vitest(3, 0, [{ status: 'failed', assertionResults: [] }])
  expect(tallyOf('vitest', unloaded, 1)).toMatchObject({ passed: 3, failed: 1 })
})

test('a runner that crashed, wrote nothing or ran nothing is a failure', () => {
  expect(tallyOf('vitest', join(folder, 'missing.json'), 0)).toMatchObject({ passed: 0, failed: 1 })
  expect(tallyOf('vitest', vitest(3, 0), null)).toMatchObject({ passed: 3, failed: 1 })
  expect(tallyOf('vitest', vitest(0, 0), 0)).toMatchObject({ passed: 0, failed: 1 })
})

test('a browser test that passed at the second attempt has failed', () => {
  const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 2 }
  expect(tallyOf('playwright', report({ stats, errors: [] }), 1)).toEqual({
    passed: 5,
    failed: 2,
    skipped: 2,
  })
})
