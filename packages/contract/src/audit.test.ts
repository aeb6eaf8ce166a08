import { expect, test } from 'vitest'
import { api } from './api.ts'
import { type AuditDeclaration, SECURITY_ACTIONS } from './audit.ts'
import type { Endpoint } from './endpoint.ts'

const ENDPOINTS: Endpoint[] = Object.values(api).flatMap((group) => Object.values(group))

const namesOf = ({ resource, action, actionWith = {} }: AuditDeclaration) =>
  [action, ...Object.values(actionWith)].map((each) => `${resource}.${each}`)

const SECURITY = /^session\.|^user\..*(session|password|reset|authenticator|factor)/

test('the security log has every write about sessions, passwords and second factors', () => {
  const writes = ENDPOINTS.filter(({ effect }) => effect === 'write')
  const declared = writes.flatMap(({ audit }) => (audit ? namesOf(audit) : []))
  const expected = declared.filter((name) => SECURITY.test(name))
  expect(expected.length).toBeGreaterThan(7)
  expect(SECURITY_ACTIONS).toEqual(expect.arrayContaining(expected))
})
