import type { UserRow } from '@backoffice/contract/users'
import { expect, it } from 'vitest'
import { asText, changeOf, changesOf, fromText, textLabel, valuesOf } from './edit-user.tsx'

const USER: UserRow = {
  id: 'u',
  version: 3,
  email: 'maria@office.test',
  given_name: 'Maria',
  family_name: 'Reyes',
  contact: null,
  employee_no: 'LD-0417',
  department: null,
  role: { id: 'agent', name: 'Inquiry agent' },
  extra_policies: [
    { id: 'b', name: 'Exports', risk: 'LOW' },
    { id: 'a', name: 'Card reveal', risk: 'HIGH' },
  ],
  status: 'ACTIVE',
  is_locked: false,
  second_factor: 'NONE',
  last_sign_in_at: null,
  is_dormant: false,
  invitation_expires_at: null,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  provider_action: null,
  exceeds: { manage: false, account: false },
}
const before = valuesOf(USER)

it('sends only what differs, an emptied field as null', () => {
  expect(changesOf(before, before)).toBeUndefined()
  expect(changesOf(before, { ...before, employee_no: '', department: 'Desk' })).toEqual({
    employee_no: null,
    department: 'Desk',
  })
})

it('takes policies in another order for the same', () => {
  expect(changeOf('u', before, { ...before, extra_policies: ['b', 'a'] })).toBeUndefined()
  expect(changesOf(before, { ...before, extra_policies: ['b', 'a'] })).toBeUndefined()
  expect(changesOf(before, { ...before, extra_policies: [] })).toEqual({ extra_policies: [] })
  expect(changeOf('u', before, { ...before, role_id: 'admin' })).toEqual({
    kind: 'user',
    id: 'u',
    role_id: 'admin',
    extra_policies: ['a', 'b'],
  })
  expect(changeOf('u', before, { ...before, given_name: 'Mary' })).toBeUndefined()
})

it('writes values as text for a merge, each policy by itself, and reads them again', () => {
  const text = asText(before)
  expect(text).toMatchObject({ given_name: 'Maria', role_id: 'agent', 'policy a': 'chosen' })
  expect(fromText(text)).toEqual(before)
  const { 'policy a': _, ...without } = text
  expect(fromText(without).extra_policies).toEqual(['b'])
  expect(textLabel('policy a', () => 'Card reveal')).toBe('Extra policy Card reveal')
  expect(textLabel('given_name', String)).toBe('Given name')
})
