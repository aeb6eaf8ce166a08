import { beforeEach, expect, test, vi } from 'vitest'
import { type Notification, readNotifications, storeNotifications } from './notifications.ts'

const saved: Notification = {
  kind: 'done',
  text: 'Saved.',
  at: '2026-11-20T01:00:00Z',
  count: 2,
  isRead: false,
}

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})

test('restores notifications for their owner, but not for another user', () => {
  const log = [saved, { ...saved, text: 'Sent.', isRead: true }]
  storeNotifications('maria@backoffice.test', log)
  expect(readNotifications('maria@backoffice.test')).toEqual(log)
  expect(readNotifications('ana@backoffice.test')).toEqual([])
  expect(readNotifications('')).toEqual([])
})

test('keeps links, but not progress or actions of this page', () => {
  const open = { label: 'Open', href: '/files/1' }
  const download = { label: 'Download', run: () => undefined }
  storeNotifications('maria@backoffice.test', [
    { ...saved, actions: [download, open] },
    { ...saved, kind: 'progress', percent: 40 },
  ])
  expect(readNotifications('maria@backoffice.test')).toEqual([{ ...saved, actions: [open] }])
})

test('clears the storage if the list is empty or no user is signed in', () => {
  storeNotifications('maria@backoffice.test', [saved])
  storeNotifications('', [saved])
  expect(sessionStorage.getItem('notifications')).toBeNull()
  storeNotifications('maria@backoffice.test', [saved])
  storeNotifications('maria@backoffice.test', [])
  expect(sessionStorage.getItem('notifications')).toBeNull()
})
