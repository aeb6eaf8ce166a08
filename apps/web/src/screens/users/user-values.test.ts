import type { UserRow } from '@backoffice/contract/users'
import { expect, it } from 'vitest'
import { asText, changesOf, fromText, isAccessChanged, valuesOf } from './user-values.ts'

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
  last_sign_in_at: null,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  provider_action: null,
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
  expect(isAccessChanged(before, { ...before, extra_policies: ['a', 'b'] })).toBe(false)
  expect(changesOf(before, { ...before, extra_policies: ['a', 'b'] })).toBeUndefined()
  expect(changesOf(before, { ...before, extra_policies: [] })).toEqual({ extra_policies: [] })
  expect(isAccessChanged(before, { ...before, role_id: 'admin' })).toBe(true)
  expect(isAccessChanged(before, { ...before, given_name: 'Mary' })).toBe(false)
})

it('writes policies as text for a merge and reads them again', () => {
  expect(asText(before).extra_policies).toBe('a,b')
  expect(fromText('a,b')).toEqual(['a', 'b'])
  expect(fromText('')).toEqual([])
})
