import { expect, test } from 'vitest'
import { bodyOf, readHundredths } from './new-case.ts'

test('reads amounts with and without separators', () => {
  expect(['3,000.50', '12', '0.5', ' 7.05 '].map(readHundredths)).toEqual([300_050, 1_200, 50, 705])
  expect(['', '-1', '1.234', 'x', '1e5'].map(readHundredths)).toEqual(Array(5).fill(undefined))
})

const empty = { kind: '', ticket_no: 'T-1', due_on: '', assignee: null, note: '' }

test('sends only what was entered, and the kind that suits the purchases unless one was chosen', () => {
  const offered = [{ transaction_id: '7', status: 'PENDING' }] as const
  expect(bodyOf({ ...empty, transaction_ids: ['7'], typed: [] }, 'c', offered)).toEqual({
    kind: 'LATE_POINTS',
    card_id: 'c',
    ticket_no: 'T-1',
    assignee_id: null,
    transaction_ids: ['7'],
  })
  const chosen = { ...empty, kind: 'OTHER', due_on: '2026-12-01', note: 'Hi', transaction_ids: [], typed: [] }
  expect(bodyOf({ ...chosen, assignee: { id: 'u', name: 'Ana' } }, 'c', offered)).toEqual({
    kind: 'OTHER',
    card_id: 'c',
    ticket_no: 'T-1',
    assignee_id: 'u',
    due_on: '2026-12-01',
    note: 'Hi',
  })
})
