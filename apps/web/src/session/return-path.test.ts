import { expect, test } from 'vitest'
import { safeReturnPath } from './return-path.ts'

test('a return path is a path of this application only', () => {
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
