import { accountEndpoints } from '@backoffice/contract/account'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { serve, show, testServer } from '../../testing/screen.tsx'
import { TemporaryCard } from './temporary-card.tsx'

testServer()

test('lists the own access that ends', async () => {
  serve(accountEndpoints.temporaryAccess, () => ({
    items: [
      {
        id: '01900000-0000-7000-8000-000000000001',
        role: null,
        policy: { name: 'Lookup viewing' },
        modules: ['Lookup'],
        until: '2031-03-04T06:05:00.000Z',
        reason: 'Complaints',
        ticket_no: null,
        is_break_glass: false,
        granted_by: 'Benito Cruz',
      },
    ],
  }))
  await show('/account', () => <TemporaryCard />)
  const item = await screen.findByRole('listitem')
  expect(item.textContent).toContain('Ends on 4 Mar 2031, 14:05. Includes Lookup')
  expect(item.textContent).toContain('Granted by Benito Cruz · Complaints')
})

test('shows nothing without such access', async () => {
  const calls = serve(accountEndpoints.temporaryAccess, () => ({ items: [] }))
  await show('/account', () => <TemporaryCard />)
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(screen.queryByText('Temporary access')).toBeNull()
})
