import type { AuditRow } from '@backoffice/contract/endpoints/audit'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../../dom-tests/screen.tsx'
import { AuditDetail } from './audit-detail.tsx'

const EVENT: AuditRow = {
  id: '1',
  at: '2026-11-24T08:00:00Z',
  actor: { id: null, name: 'Alma Dizon' },
  approved_by: null,
  resource: 'tender',
  action: 'tender.update',
  outcome: 'done',
  record: null,
  changes: { status: ['ACTIVE', 'INACTIVE'] },
  reason: null,
  count: 1,
  request_id: null,
  client_request_id: null,
}

const showEvent = (event: AuditRow) =>
  show('/audit', () => <AuditDetail event={event} onHistory={() => undefined} />)

test('an event of an approved change names its approver', async () => {
  await showEvent({ ...EVENT, approved_by: { id: null, name: 'Benito Cruz' } })
  expect((await screen.findByText('Approved by')).nextElementSibling?.textContent).toBe('Benito Cruz')
})

test('an event without approval has no such line', async () => {
  await showEvent(EVENT)
  await screen.findByText('Who')
  expect(screen.queryByText('Approved by')).toBeNull()
})
