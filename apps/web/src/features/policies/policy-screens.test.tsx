import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { expectAccessible } from '../../testing/axe.ts'
import { allowOnly, show, testServer } from '../../testing/screen.tsx'
import { AccessRecordScreen } from '../access/access-record-screen.tsx'
import { POLICY_VIEW } from './policy-screen.tsx'

const ID = '01900000-0000-7000-8000-000000000001'
const POLICY = {
  id: ID,
  version: 3,
  name: 'Month-end exports',
  description: '',
  is_system: false,
  created_at: '2026-11-20T08:00:00Z',
  updated_at: '2026-11-24T08:00:00Z',
  updated_by: { id: 'u1', name: 'Benito Cruz' },
  statements: ['inquiry:export'],
  risk: 'LOW',
  role_count: 0,
  user_count: 0,
  used_by_roles: [],
  held_by: [],
}

const server = testServer()

test('users without the permission can read but not change a policy', async () => {
  allowOnly(['Users'], ['policy:view'])
  const actions = [{ action: 'export', label: 'export inquiries', risk: 'LOW' }]
  server.replies = {
    [`GET /policy/${ID}`]: () => ({ body: { resource: POLICY } }),
    'GET /policy/policy-action:all': () => ({
      body: {
        resource: [{ resource: 'inquiry', label: 'Inquiries', module: 'SMAC Inquiry', actions }],
      },
    }),
    [`GET /history/policy/${ID}`]: () => ({ body: { resource: { items: [], next: null } } }),
  }
  await show('/', () => <AccessRecordScreen view={POLICY_VIEW} id={ID} tab={undefined} />)
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Export inquiries' })
  expect(box.getAttribute('aria-disabled')).toBe('true')
  await userEvent.setup().click(box)
  expect(box.checked).toBe(true)
  expect(screen.queryByRole('region', { name: 'Impact' })).toBeNull()
  await expectAccessible(document.body)
})
