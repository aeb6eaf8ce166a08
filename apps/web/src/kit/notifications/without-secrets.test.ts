import { expect, test } from 'vitest'
import { withoutSecrets } from './without-secrets.ts'

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
])('%s', (said, shown) => {
  expect(withoutSecrets(said)).toBe(shown)
})

test.each([
  'Transaction code 1001 was saved.',
  'Invalid verification code provided, please try again.',
  'Password is too short.',
  '100,000 rows answered.',
  'Request 0190f8a2-7d3e-7c52-9a6b-1f2e3d4c5b6a',
])('leaves as it is: %s', (said) => {
  expect(withoutSecrets(said)).toBe(said)
})
