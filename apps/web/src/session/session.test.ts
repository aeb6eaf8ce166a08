import { expect, test } from 'vitest'
import { safeReturnPath } from './return-path.ts'
import { challengeLost, signInWords } from './words.ts'

const error = (name: string, message = '') => Object.assign(new Error(message), { name })

test('only paths of this application are gone back to', () => {
  expect(safeReturnPath('/files/1?x=2#y')).toBe('/files/1?x=2#y')
  const others = [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/\t/evil.example',
    'x',
    '',
    7,
    undefined,
  ]
  for (const path of [
    ...others,
    '/',
    '/login',
    '/login?redirect=/x',
    '/dev/outbox',
    '/api/user/role',
    '/smac_inquiry?q=9990000000000011',
    '/?q=%39990000000000011',
  ])
    expect(safeReturnPath(path)).toBeUndefined()
})

test('the provider’s refusals in words for staff; the known and the unknown get the same', () => {
  const wrong = signInWords(error('NotAuthorizedException', 'Incorrect username or password.'))
  expect(signInWords(error('UserNotFoundException'))).toBe(wrong)
  expect(signInWords(error('NotAuthorizedException', 'Password attempts exceeded'))).toMatch(
    /Wait a few minutes/,
  )
  expect(signInWords(error('NotAuthorizedException', 'User is disabled.'))).toMatch(/disabled/)
  expect(signInWords(error('NetworkError'))).toMatch(/cannot be reached/)
  expect(signInWords('x')).toMatch(/did not work/)
})

test('a challenge that has run out starts over, a password that is refused does not', () => {
  expect(
    challengeLost(error('NotAuthorizedException', 'Invalid session for the user, session is expired.')),
  ).toBe(true)
  expect(challengeLost(error('InvalidPasswordException'))).toBe(false)
})
