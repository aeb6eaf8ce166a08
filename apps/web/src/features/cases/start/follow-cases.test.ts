import { expect, test } from 'vitest'
import { newestRead } from './follow-cases.tsx'

const notices = [{ id: '7' }, { id: '9' }, { id: '12' }]
const listed = (id: string, isRead: boolean) => ({ subject: `case-notice-${id}`, isRead })

test('notices count as read up to the newest whose notification was read', () => {
  expect(newestRead(notices, [listed('12', false), listed('9', true), listed('7', true)])).toBe('9')
  expect(newestRead(notices, [listed('12', true)])).toBe('12')
  expect(newestRead(notices, [listed('12', false), { subject: undefined, isRead: true }])).toBeUndefined()
  expect(newestRead([], [listed('12', true)])).toBeUndefined()
})
