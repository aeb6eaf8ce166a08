import { expect, test } from 'vitest'
import { sampleFile } from '../../testing/sample-file.ts'
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
  hold: null,
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

test('a held result is not ready', () => {
  const hold = { is_held: true, because: 'NOT_FOUND', at: at(13), decision: null } as const
  const held = progressSteps({ ...processing, state: 'COMPLETED', finished_at: at(13), hold }, nowMs)
  expect(held.at(-1)).toEqual({ name: 'Result', state: 'waiting', note: 'held for a check' })
})

test('an ended file has all steps done, a stopped one shows at which step it stopped', () => {
  const done = progressSteps({ ...processing, state: 'COMPLETED', finished_at: at(13) }, nowMs)
  expect(done.map((step) => step.state)).toEqual(Array(5).fill('done'))
  const failed = progressSteps({ ...processing, state: 'FAILED' }, nowMs)
  expect(failed[3]).toEqual({ name: 'Processing', state: 'stopped', note: 'failed' })
  const rejected = progressSteps({ ...unconfirmed, state: 'REJECTED' }, nowMs)
  expect(rejected.map(({ name, state }) => [name, state])).toEqual([
    ['Upload', 'done'],
    ['Review', 'stopped'],
    ['Done', 'todo'],
  ])
  expect(rejected[1]?.note).toBe('rejected')
})

const unconfirmed = {
  ...processing,
  kind: 'import',
  inquiry: null,
  confirmed_at: null,
  processing_at: null,
} as const

test('the steps of a checked upload lead to its confirmation', () => {
  const waiting = { ...unconfirmed, state: 'AWAITING_CONFIRMATION' } as const
  expect(progressSteps(waiting, nowMs)).toEqual([
    { name: 'Upload', state: 'done', note: '500 rows, 84 KB' },
    { name: 'Review', state: 'active', note: expect.stringMatching(/^Checked .*08:00$/) },
    { name: 'Done', state: 'todo', note: 'Nothing is saved before this' },
  ])
  expect(progressSteps({ ...waiting, kind: 'inquiry' }, nowMs)[2]?.note).toBe(
    'Nothing runs before you confirm',
  )
  const checking = progressSteps({ ...unconfirmed, state: 'VALIDATING', validated_at: null }, nowMs)
  expect(checking[1]).toEqual({ name: 'Review', state: 'active', note: '13 s so far' })
  const pending = { ...unconfirmed, state: 'PENDING_UPLOAD', uploaded_at: null, validated_at: null } as const
  expect(progressSteps(pending, nowMs)[0]).toEqual({ name: 'Upload', state: 'active', note: '' })
})

test('foreign columns are matched in a step of their own', () => {
  const waiting = { ...unconfirmed, state: 'MATCHING', validated_at: null } as const
  const matching = { at: at(4), fields: 8, columns: 10, is_remembered: true }
  const progress = { isChanging: false, note: '7 of 10 matched' }
  expect(progressSteps(waiting, nowMs, progress)).toEqual([
    { name: 'Upload', state: 'done', note: '500 rows, 84 KB' },
    { name: 'Match columns', state: 'active', note: '7 of 10 matched' },
    { name: 'Review', state: 'todo', note: 'Check every row' },
    { name: 'Done', state: 'todo', note: 'Nothing is saved before this' },
  ])
  const checked = { ...unconfirmed, state: 'AWAITING_CONFIRMATION', matching } as const
  expect(progressSteps(checked, nowMs)[1]).toEqual({
    ...{ name: 'Match columns', state: 'done', note: '8 of 10 matched, as on 20 Nov' },
  })
  expect(progressSteps(checked, nowMs, { ...progress, isChanging: true })[1]).toMatchObject({
    ...{ state: 'active', note: '7 of 10 matched' },
  })
  const running = progressSteps({ ...processing, matching }, nowMs)
  expect(running.map(({ name }) => name)).toContain('Columns matched')
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
