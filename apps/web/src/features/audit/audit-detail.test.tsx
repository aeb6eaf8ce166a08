import type { AuditRow } from '@backoffice/contract/audit'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../../testing/screen.tsx'
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
  client: null,
  allowed_by: null,
  source_filekey: null,
}

const ignored = () => undefined
const showEvent = (event: AuditRow) =>
  show('/audit', () => <AuditDetail event={event} onHistory={ignored} onRecords={ignored} />)

test('an event of an approved change names its approver', async () => {
  await showEvent({ ...EVENT, approved_by: { id: null, name: 'Benito Cruz' } })
  expect((await screen.findByText('Approved by')).nextElementSibling?.textContent).toBe('Benito Cruz')
})

test('an event without approval has no such line', async () => {
  await showEvent(EVENT)
  await screen.findByText('Who')
  expect(screen.queryByText('Approved by')).toBeNull()
})

test('an event of a review leads to it', async () => {
  const record = { id: '0b1f7c1e-0000-4000-8000-000000000001', label: 'Autumn review' }
  await showEvent({ ...EVENT, resource: 'review', action: 'review.decide', record })
  const link = await screen.findByRole('link', { name: 'Open Autumn review' })
  expect(link.getAttribute('href')).toBe(`/reviews/${record.id}`)
})

const CLIENT = { address: '192.0.2.7', device: 'Chrome on Windows' }
const factOf = async (label: string) => (await screen.findByText(label)).nextElementSibling?.textContent

test('an event of a call has address, device and the grant that allowed it', async () => {
  const allowed_by = {
    permission: 'tender:update',
    role: 'Lookup',
    policy: 'Tenders',
    statement: 'tender:*',
    until: null,
  }
  await showEvent({ ...EVENT, client: CLIENT, request_id: 'x', allowed_by })
  expect(await factOf('Address')).toBe('192.0.2.7')
  expect(await factOf('Device')).toBe('Chrome on Windows')
  expect(await factOf('Allowed by')).toBe('Lookup: Tenders (tender:*)')
})

test('a grant that ends has its end, and names no role for an additional policy', async () => {
  const until = '2026-11-30T16:00:00Z'
  const allowed_by = {
    permission: 'tender:update',
    role: null,
    policy: 'Help',
    statement: 'tender:update',
    until,
  }
  await showEvent({ ...EVENT, client: CLIENT, request_id: 'x', allowed_by })
  expect(await factOf('Allowed by')).toMatch(/^Help \(tender:update\), until 1 Dec.*00:00$/)
})

test('a call without a permission says so; a job and an earlier event do not', async () => {
  await showEvent({ ...EVENT, client: CLIENT, request_id: 'x' })
  expect(await factOf('Allowed by')).toBe('Any signed-in user')
})

test('an import shows the events of its records on demand', async () => {
  const changes: AuditRow['changes'] = { new: [null, 100], changed: [null, 20] }
  const record = { id: '0b1f7c1e-0000-4000-8000-000000000001', label: 'tenders.csv' }
  const shown: string[] = []
  await show('/audit', () => (
    <AuditDetail
      event={{ ...EVENT, resource: 'file', action: 'file.import', record, changes }}
      onHistory={ignored}
      onRecords={(event) => shown.push(event.record?.id ?? '')}
    />
  ))
  fireEvent.click(await screen.findByRole('button', { name: 'Show 120 records' }))
  expect(shown).toEqual([record.id])
})
