import { expect, test } from 'vitest'
import { maxHours } from './durations.ts'

test('limits temporary access by its risk, and break-glass to the configured hours, at most eight', () => {
  expect(maxHours({ risk: 'LOW', breakGlassHours: null })).toBe(90 * 24)
  expect(maxHours({ risk: 'HIGH', breakGlassHours: null })).toBe(7 * 24)
  for (const risk of ['LOW', 'HIGH'] as const)
    expect([0, 1, 8, 24].map((breakGlassHours) => maxHours({ risk, breakGlassHours }))).toEqual([1, 1, 8, 8])
})
