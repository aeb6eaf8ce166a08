import { expect, test } from 'vitest'
import { judge, readReport } from './audit.ts'

const finding = (severity: string) => ({ name: 'left', severity, range: '<2', fixAvailable: true })

test('reports high and critical vulnerabilities only', () => {
  expect(judge({ vulnerabilities: { left: finding('critical') } })).toEqual([
    expect.stringContaining('left <2: critical'),
  ])
  expect(judge({ vulnerabilities: { left: finding('moderate') } })).toEqual([])
})

test('skips the audit if the registry has none', () => {
  expect(judge({ message: '405 Method Not Allowed' })).toEqual({
    skipped: expect.stringContaining('405 Method Not Allowed'),
  })
  expect(judge({})).toEqual({ skipped: expect.stringContaining('no reply') })
})

test.each(['', '{"vulnerabilities": {"a', 'npm error'])('an incomplete report “%s” is skipped', (stdout) => {
  expect(judge(readReport(stdout))).toEqual({ skipped: 'the registry did not reply to the audit: no reply' })
})
