import { expect, test } from 'vitest'
import type { ToastKind } from '../notifications/notifications.ts'
import { DENIED, UNAUTHORIZED, withoutSecrets } from './toast.ts'
import { COLLAPSE_MS, COMMON, TOASTS } from './toast-library.tsx'

type Row = [ToastKind, number, string, string, hidden: boolean, theme: string]

test.each<Row>([
  ['done', 1000, 'top-right', 'status', true, 'colored'],
  ['unauthorized', 1000, 'bottom-right', 'alert', true, 'colored'],
  ['denied', 3000, 'bottom-center', 'alert', true, 'colored'],
  ['failed', 5000, 'top-right', 'alert', false, 'light'],
  ['undo', 5000, 'top-right', 'status', false, 'light'],
  ['ready', 5000, 'top-right', 'status', false, 'light'],
])('%s: %i ms, %s, %s', (kind, autoClose, position, role, hideProgressBar, theme) => {
  expect(TOASTS[kind]).toMatchObject({ autoClose, position, role, hideProgressBar, theme })
})

test('every toast closes on a click and pauses under the pointer or without window focus', () => {
  expect(COMMON).toMatchObject({ closeOnClick: true, pauseOnHover: true, pauseOnFocusLoss: true })
  expect(COLLAPSE_MS).toBe(300)
})

test('has the two messages for a missing permission to the letter', () => {
  expect(UNAUTHORIZED).toBe('Unauthorized Access')
  expect(DENIED).toBe('User is not auhorized to perform this action.')
})

test.each([
  ['Card 9990000000000011 was not found.', 'Card ••••0011 was not found.'],
  ['Card 9990 0000 0000 0011 was not found.', 'Card ••••0011 was not found.'],
  ['Token eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl refused.', 'Token •••• refused.'],
  ['Sent “Authorization: Bearer 0123456789abcdef.x”', 'Sent “Authorization: Bearer ••••”'],
  [
    'GET https://files.test/a.csv?X-Amz-Signature=0a1b2c&x=1 failed',
    'GET https://files.test/a.csv?X-Amz-Signature=••••&x=1 failed',
  ],
  ['Your confirmation code is 123456', 'Your confirmation code is ••••'],
  ['Temporary password: Sunny#days1', 'Temporary password: ••••'],
])('%s', (text, shown) => {
  expect(withoutSecrets(text)).toBe(shown)
})

test.each([
  'Transaction code 1001 was saved.',
  'Invalid verification code provided, please try again.',
  'Password is too short.',
  '100,000 rows found.',
  'Request 0190f8a2-7d3e-7c52-9a6b-1f2e3d4c5b6a',
])('is not masked: %s', (text) => {
  expect(withoutSecrets(text)).toBe(text)
})
