import { describe, expect, test } from 'vitest'
import {
  afterEvent,
  afterRefresh,
  opened,
  type VersionEvent,
  type VersionedRecord,
} from './use-versioned-form.ts'

const v = (version: number) => ({ id: 'a', version, updated_at: '2026-11-25T08:00:00Z' })
const start = opened(v(3), 1_000)
const having = (...events: VersionEvent<VersionedRecord>[]) => events.reduce(afterEvent, start)
const compared = { type: 'compared', theirs: v(4) } as const
const rebased = { type: 'rebased', onto: v(4), atMs: 9_000, isMerged: false } as const

const clean = { dirty: false, busy: false }
const dirty = { dirty: true, busy: false }
const saving = { dirty: true, busy: true }

describe('a refreshed record', () => {
  test.each([
    ['in the same version', v(3), clean, 'kept'],
    ['in an older version, from a slower reply', v(2), clean, 'kept'],
    ['newer, without changes', v(4), clean, 'followed'],
    ['newer, next to what was typed', v(4), dirty, 'offered'],
    ['newer, while saving', v(4), saving, 'kept'],
    ['newer, while saving what has no changes', v(4), { dirty: false, busy: true }, 'kept'],
  ])('%s', (_, record, form, expected) => {
    expect(afterRefresh(start, record, form)).toBe(expected)
  })

  test('is not offered while versions are compared, but is offered again after that', () => {
    expect(afterRefresh(having(compared), v(4), dirty)).toBe('kept')
    expect(afterRefresh(having(compared, { type: 'put-aside' }), v(4), dirty)).toBe('offered')
  })
})

test('a conflict keeps the base until the form restarts from the other version', () => {
  expect(having(compared)).toEqual({ ...start, theirs: v(4) })
  expect(having(compared, { type: 'put-aside' }).base).toEqual(v(3))
  expect(having(compared, rebased)).toEqual(opened(v(4), 9_000))
})

test('another conflict replaces the first', () => {
  expect(having(compared, { type: 'compared', theirs: v(5) }).theirs).toEqual(v(5))
})

test('merged values are under review until they are submitted', () => {
  const merged = having(compared, { ...rebased, isMerged: true })
  expect(merged.isMerged).toBe(true)
  expect(afterEvent(merged, { type: 'submitted' }).isMerged).toBe(false)
})
