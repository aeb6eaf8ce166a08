import { expect, test } from 'vitest'
import { figureLine, markdownTable, testsLine } from './report-lines.ts'

const at = '2026-11-24T08:00:00Z'
const speed = {
  what: 'two workers against one',
  bound: 1.6,
  atLeast: true,
  unit: '×',
  command: 'npm run bench',
}
const lost = { what: 'rows lost', bound: 0, atLeast: false, unit: '', command: 'npm run soak' }
const walk = { what: 'every endpoint', tests: ['a.test.ts', 'b.test.ts'], command: 'npm test' }

test('a figure meets its target up to the bound', () => {
  expect(figureLine(speed, { value: 1.6, note: '', at })).toMatchObject({ measured: '1.60×', met: true })
  expect(figureLine(speed, { value: 1.59, note: '', at }).met).toBe(false)
  expect(figureLine(lost, { value: 0, note: 'of 300,000', at })).toMatchObject({
    target: 'none',
    measured: '0 (of 300,000)',
    met: true,
    on: '2026-11-24',
  })
  expect(figureLine(lost, { value: 1, note: '', at }).met).toBe(false)
})

test('a missing figure names its command and is neither met nor missed', () => {
  const line = figureLine(lost, undefined)
  expect(line).toMatchObject({ met: null, measured: expect.stringContaining('npm run soak') })
  expect(markdownTable('Reliability', [line])).toContain('| rows lost | none | not measured')
})

test('tests meet their target if all files ran without a failure', () => {
  const ran = { passed: 3, failed: 0, at }
  expect(testsLine(walk, { 'x/a.test.ts': ran }).met).toBeNull()
  expect(testsLine(walk, { 'x/a.test.ts': ran, 'x/b.test.ts': ran })).toMatchObject({
    measured: '6 passed, 0 failed',
    met: true,
  })
  const failed = { ...ran, failed: 1 }
  expect(testsLine(walk, { 'x/a.test.ts': ran, 'x/b.test.ts': failed }).met).toBe(false)
})
