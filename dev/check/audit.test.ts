import { expect, test } from 'vitest'
import { judge } from './audit.ts'

const finding = (severity: string) => ({ name: 'left', severity, range: '<2', fixAvailable: true })

test('a grave vulnerability fails, a lesser one does not', () => {
  expect(judge({ vulnerabilities: { left: finding('critical') } })).toEqual([
    expect.stringContaining('left <2: critical'),
  ])
  expect(judge({ vulnerabilities: { left: finding('moderate') } })).toEqual([])
})

test('a registry that has no audit is named, and is no finding', () => {
  expect(judge({ message: '405 Method Not Allowed' })).toEqual({
    skipped: expect.stringContaining('405 Method Not Allowed'),
  })
  expect(judge({})).toEqual({ skipped: expect.stringContaining('no reply') })
})
