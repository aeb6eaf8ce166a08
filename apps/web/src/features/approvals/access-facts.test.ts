import { expect, test } from 'vitest'
import { accessTimes } from './access-facts.tsx'
import { anApproval, MARIA } from './requests/sample-approval.ts'

const DAY = { type: 'role', id: MARIA.id, name: 'Shift lead', until: null, hours: 24 } as const
const NOW = new Date('2026-11-28T04:00:00Z')

test('a duration counts from the approval, and says which day that is', () => {
  const asked = anApproval({ kind: 'ACCESS', requested_access: DAY })
  expect(accessTimes(asked, NOW)).toEqual({
    starts: 'When approved',
    ends: '1 day after the approval: 29 Nov 2026, 12:00 if approved now',
  })
  const given = { ...asked, status: 'EXECUTED' as const, decided_at: '2026-11-27T04:00:00Z' }
  expect(accessTimes(given, NOW)).toEqual({
    starts: '27 Nov 2026, 12:00, when it was approved',
    ends: '28 Nov 2026, 12:00',
  })
})

test('permanent access says that it has no end', () => {
  expect(accessTimes(anApproval(), NOW)).toEqual({ starts: 'When approved', ends: 'No end' })
})

const use = { started_at: '2026-11-28T03:00:00.000Z', until: '2026-11-28T04:00:00.000Z', events: [] }

test.each([
  [null, '28 Nov 2026, 12:00. It still runs'],
  ['2026-11-28T03:30:00.000Z', 'Ended 28 Nov 2026, 11:30, before its time (28 Nov 2026, 12:00)'],
  [use.until, 'Ended 28 Nov 2026, 12:00'],
])('break-glass access that ended at %s', (ended_at, ends) => {
  const taken = anApproval({ kind: 'BREAK_GLASS', expires_at: null, use: { ...use, ended_at } })
  expect(accessTimes(taken, NOW)).toEqual({ starts: '28 Nov 2026, 11:00, without approval', ends })
})
