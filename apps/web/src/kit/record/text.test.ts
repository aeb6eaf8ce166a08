import { branches } from '@backoffice/contract/tables/branches'
import { tenders } from '@backoffice/contract/tables/tenders'
import { expect, test } from 'vitest'
import { afterOpening } from './conflict.tsx'
import { actionText, codeText, plainText, reasonText, refusalText } from './event-words.ts'
import { anyLabel, optionLabel } from './references.ts'
import {
  codeOf,
  duplicateOf,
  emptyValues,
  inputOf,
  type Row,
  rowState,
  sentence,
  shownValue,
  stateBadge,
  titleOf,
  valuesOf,
} from './rows.ts'

const row: Row = {
  id: '00000000-0000-4000-8000-000000000001',
  version: 7,
  source_system: 'FUEL',
  tender_id: '0041',
  tender_name: '<script>',
  payment_method_code: 'AR',
  bin_from: null,
  bin_to: null,
  card_scheme: null,
  company_code: '*',
  status: 'ACTIVE',
  effective_from: '2025-07-15',
  effective_to: null,
  created_at: '2025-07-15T00:11:00Z',
  created_by: 'Carla Lim',
  updated_at: '2025-07-15T00:11:00Z',
  updated_by: 'Carla Lim',
  in_use_since: null,
}

test('a row is named by its own key values', () => {
  expect(titleOf(tenders, row)).toBe('FUEL 0041')
  expect(codeOf(tenders, row)).toBe('0041')
  expect(sentence(tenders, [row], 'deleted')).toBe('FUEL 0041 deleted')
  expect(sentence(tenders, [row, row], 'deleted')).toBe('2 tenders deleted')
  expect(sentence(tenders, [], 'deleted')).toBeUndefined()
})

test('converts the values of a row to a form and back', () => {
  const values = valuesOf(tenders, row)
  expect(values).toMatchObject({ bin_from: '', effective_to: '', effective_from: '2025-07-15' })
  const input = inputOf(tenders, { ...values, tender_id: ' 41a ' })
  expect(input).toMatchObject({
    tender_id: '41A',
    bin_from: null,
    effective_to: null,
    tender_name: '<script>',
  })
  expect(inputOf(tenders, values, ['bin_from'])).toEqual({ bin_from: null })
  expect(Object.keys(emptyValues(tenders))).toEqual(Object.keys(values))
})

test('a duplicate has no code and nothing that belongs to the other row alone', () => {
  expect(duplicateOf(tenders, row)).toEqual({ ...valuesOf(tenders, row), tender_id: '' })
  const branch = {
    ...row,
    company_code: 'BYH',
    branch_code: '0101',
    merchant_id: '000000000100001',
    city: 'X',
  }
  expect(duplicateOf(branches, branch)).toMatchObject({
    company_code: 'BYH',
    branch_code: '',
    merchant_id: '',
    city: 'X',
  })
})

test.each([
  [{ status: 'INACTIVE', effective_from: null, effective_to: null }, 'INACTIVE', 'Inactive'],
  [{ status: 'ACTIVE', effective_from: null, effective_to: null }, 'IN_FORCE', 'In force'],
  [{ status: 'ACTIVE', effective_from: '2026-11-22', effective_to: null }, 'IN_FORCE', 'In force'],
  [{ status: 'ACTIVE', effective_from: '2026-12-01', effective_to: null }, 'STARTS', 'Starts 1 Dec'],
  [{ status: 'ACTIVE', effective_from: '2027-01-02', effective_to: null }, 'STARTS', 'Starts 2 Jan 2027'],
  [{ status: 'ACTIVE', effective_from: null, effective_to: '2026-11-22' }, 'IN_FORCE', 'Ends 22 Nov'],
  [{ status: 'ACTIVE', effective_from: null, effective_to: '2026-12-22' }, 'IN_FORCE', 'Ends 22 Dec'],
  [{ status: 'ACTIVE', effective_from: null, effective_to: '2026-12-23' }, 'IN_FORCE', 'In force'],
  [{ status: 'ACTIVE', effective_from: null, effective_to: '2026-11-21' }, 'ENDED', 'Ended'],
] as const)('the state of %o is %s, shown as %s', (dated, state, text) => {
  expect(rowState(dated, '2026-11-22')).toBe(state)
  expect(stateBadge(dated, '2026-11-22').text).toBe(text)
})

test('shows a value as its label, its date or unchanged', () => {
  const status = { type: 'choice', options: { ACTIVE: 'Active' } } as const
  expect(shownValue(status, 'ACTIVE')).toBe('Active')
  expect(shownValue(status, 'toString')).toBe('toString')
  expect(shownValue({ type: 'date' }, '2025-07-15')).toBe('15 Jul 2025')
  expect(shownValue({ type: 'date' }, 'soon')).toBe('soon')
  expect(shownValue({ type: 'text' }, '')).toBe('empty')
})

test('shows references by code and name', () => {
  expect(optionLabel({ code: 'AR', name: 'Account', in_force: true })).toBe('AR Account')
  expect(optionLabel({ code: 'AR', name: 'Account', in_force: false })).toBe('AR Account (inactive)')
  expect(anyLabel('*', 'Company')).toBe('* All companies')
})

test('shows events of the history as text, including unknown ones', () => {
  expect(actionText({ action: 'tender.update', outcome: 'done' })).toBe('Changed')
  expect(actionText({ action: 'tender.update', outcome: 'refused' })).toBe('Not changed')
  expect(actionText({ action: 'tender.re-open', outcome: 'done' })).toBe('Re open')
  expect(actionText({ action: 'tender.toString', outcome: 'done' })).toBe('ToString')
  const refused = { action: 'tender.update', outcome: 'refused' } as const
  expect(refusalText({ ...refused, reason: 'version_conflict' })).toBe('Refused: someone else saved first')
  expect(refusalText({ ...refused, reason: 'some_code' })).toBe('Refused: some code')
  expect(refusalText({ ...refused, reason: null })).toBe('Refused')
  // A reason entered by a user.
  for (const reason of ['reset', 'not_found', 'constructor', 'Left the desk'])
    expect(reasonText({ outcome: 'done', reason })).toBe(reason)
  expect(codeText('status', 'PENDING')).toBe('Pending')
  expect(codeText('state', 'PENDING_UPLOAD')).toBe('Pending upload')
  expect(codeText('tender_name', 'PENDING')).toBe('PENDING')
  expect(codeText('until', '2026-11-17T09:50:09.000Z')).toMatch(/^17 Nov( 2026)?, 17:50$/)
  expect(codeText('due_on', '2026-12-20')).toBe('20 Dec 2026')
  expect(codeText('is_on', 'false')).toBe('No')
  expect(codeText('hours', '8')).toBe('8 hours')
  const status = (now: string) => ({ status: ['ACTIVE', now] as [unknown, unknown] })
  const event = { action: 'user.update-status', outcome: 'done' } as const
  expect(actionText({ ...event, changes: status('DISABLED') })).toBe('Disabled')
  expect(actionText({ ...event, changes: status('ACTIVE') })).toBe('Enabled')
  expect(plainText({ a: 1 })).toBe('{"a":1}')
  expect(plainText(null)).toBe('')
})

test.each([
  [-1, undefined],
  [30_000, 'less than a minute after you opened it'],
  [60_000, 'a minute after you opened it'],
  [150_000, 'two minutes after you opened it'],
  [7 * 60_000, '7 minutes after you opened it'],
  [61 * 60_000, 'more than an hour after you opened it'],
  [Number.NaN, undefined],
])('a save %s ms after opening', (ms, text) => {
  const openedAtMs = Date.parse('2026-11-22T00:00:00Z')
  const savedAt = Number.isNaN(ms) ? 'soon' : new Date(openedAtMs + ms).toISOString()
  expect(afterOpening(savedAt, openedAtMs)).toBe(text)
})
