import { expect, test } from 'vitest'
import { sampleFile } from '../../dom-tests/sample-file.ts'
import { progressSteps } from './progress-steps.ts'

const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 0, 0, second)).toISOString()
const nowMs = Date.parse(at(14)) + 500

const processing = {
  kind: 'inquiry',
  state: 'PROCESSING',
  created_at: at(0),
  uploaded_at: at(1),
  validating_at: at(2),
  validated_at: at(5),
  confirmed_at: at(10),
  processing_at: at(11),
  finished_at: null,
  expires_at: null,
  import: null,
  approval: null,
  matching: null,
  size: 84 * 1024,
  counts: { ...sampleFile().counts, total: 500 },
  inquiry: {
    id: '1',
    purpose: 'AUDIT',
    ticket_no: null,
    as_of: '2026-11-20',
    partial: true,
    date_from: null,
    date_to: null,
    confirmed_by: { id: '1', name: 'Maria Reyes' },
  },
} as const

test('shows the duration of each done step and of the current one', () => {
  expect(progressSteps(processing, nowMs)).toEqual([
    { name: 'Uploaded', state: 'done', note: '1.0 s' },
    { name: 'Validated', state: 'done', note: '3.0 s' },
    { name: 'Confirmed', state: 'done', note: 'by Maria Reyes' },
    { name: 'Processing', state: 'active', note: '3.5 s so far' },
    { name: 'Result', state: 'todo', note: '' },
  ])
})

test('an ended file has all steps done, a stopped one shows at which step it stopped', () => {
  const done = progressSteps({ ...processing, state: 'COMPLETED', finished_at: at(13) }, nowMs)
  expect(done.map((step) => step.state)).toEqual(Array(5).fill('done'))
  const failed = progressSteps({ ...processing, state: 'FAILED' }, nowMs)
  expect(failed[3]).toEqual({ name: 'Processing', state: 'stopped', note: 'failed' })
  const unconfirmed = { ...processing, confirmed_at: null, processing_at: null, inquiry: null }
  expect(progressSteps({ ...unconfirmed, state: 'REJECTED' }, nowMs)[1]).toMatchObject({ note: 'rejected' })
  const waiting = progressSteps({ ...unconfirmed, state: 'AWAITING_CONFIRMATION', expires_at: at(24) }, nowMs)
  expect(waiting[2]).toEqual({ name: 'Confirm', state: 'waiting', note: '9.5 s left to confirm' })
})

test('an import is checked, waits for its confirmation until it expires, and is imported', () => {
  const file = { ...processing, kind: 'import', inquiry: null } as const
  const waiting = {
    ...file,
    state: 'AWAITING_CONFIRMATION',
    confirmed_at: null,
    processing_at: null,
  } as const
  expect(progressSteps({ ...waiting, expires_at: '2026-11-23T00:14:00Z' }, nowMs)).toEqual([
    { name: 'Uploaded', state: 'done', note: '1.0 s' },
    { name: 'Checked', state: 'done', note: '3.0 s, at 08:00:05' },
    { name: 'Confirm', state: 'waiting', note: expect.stringMatching(/^until .*08:14$/) },
    { name: 'Import', state: 'todo', note: '' },
    { name: 'Done', state: 'todo', note: '' },
  ])
})

test('an upload with foreign columns waits for its matching, which later is a step of its own', () => {
  const file = {
    ...processing,
    kind: 'import',
    inquiry: null,
    confirmed_at: null,
    processing_at: null,
  } as const
  const waiting = { ...file, state: 'MATCHING', validated_at: null } as const
  expect(progressSteps({ ...waiting, expires_at: '2026-11-23T00:14:00Z' }, nowMs)).toEqual([
    { name: 'Upload', state: 'done', note: '500 rows, 84.0 KB' },
    { name: 'Match columns', state: 'active', note: expect.stringMatching(/^until .*08:14$/) },
    { name: 'Review', state: 'todo', note: 'Check every row' },
    { name: 'Done', state: 'todo', note: 'Nothing is saved before this' },
  ])
  const matching = { at: at(4), fields: 8, is_remembered: false }
  const names = (kind: 'import' | 'inquiry') =>
    progressSteps({ ...file, kind, state: 'AWAITING_CONFIRMATION', matching }, nowMs).map(({ name }) => name)
  expect(names('import')).toEqual(['Uploaded', 'Columns matched', 'Checked', 'Confirm', 'Import', 'Done'])
  expect(names('inquiry')).toContain('Columns matched')
})

test('an export is queued, written and ready', () => {
  const file = {
    ...processing,
    kind: 'export',
    inquiry: null,
    uploaded_at: null,
    validating_at: null,
    validated_at: null,
    confirmed_at: null,
  } as const
  const names = progressSteps(file, nowMs).map(({ name, state }) => [name, state])
  expect(names).toEqual([
    ['Queued', 'done'],
    ['Writing', 'active'],
    ['Ready', 'todo'],
  ])
})
