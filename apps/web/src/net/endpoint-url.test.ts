import { expect, test } from 'vitest'
import { endpointUrl } from './endpoint-url.ts'

const bases = { userApi: '/api/user/', operationsApi: 'https://ops.example/v1' }

test('fills in parameters, keeps a literal colon, and supports both bases', () => {
  expect(endpointUrl(bases, { api: 'user', path: '/role/:id' }, { id: 'a/b c' })).toBe(
    '/api/user/role/a%2Fb%20c',
  )
  expect(endpointUrl(bases, { api: 'user', path: '/policy/policy-action::all' })).toBe(
    '/api/user/policy/policy-action:all',
  )
  expect(endpointUrl(bases, { api: 'operations', path: '/file_tracker' })).toBe(
    'https://ops.example/v1/file_tracker',
  )
})
