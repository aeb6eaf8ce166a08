import { expect, test } from 'vitest'
import { sampleFile } from '../../../testing/sample-file.ts'
import { fileStateLabel } from './file-state.tsx'
import { outcomeOf } from './files-list.tsx'

test('the outcome of a file is that of its kind', () => {
  const { counts } = sampleFile()
  const preview = { written: { new: 2, changed: 1, conflicts: 4 } } as never
  expect(outcomeOf(sampleFile({ counts: { ...counts, found: 1_234 } }))).toBe('1,234 found')
  expect(outcomeOf(sampleFile({ counts: { ...counts, found: null } }))).toBeUndefined()
  expect(outcomeOf(sampleFile({ kind: 'import', preview }))).toBe('3 written')
  expect(outcomeOf(sampleFile({ kind: 'action', counts: { ...counts, valid: 12 } }))).toBe('12 done')
  expect(outcomeOf(sampleFile({ kind: 'export', counts: { ...counts, found: 0 } }))).toBeUndefined()
})

test('an import without a valid row is not ready', () => {
  const { counts } = sampleFile()
  const waiting = { kind: 'import', state: 'AWAITING_CONFIRMATION' } as const
  expect(fileStateLabel(sampleFile({ ...waiting, counts: { ...counts, valid: 1 } }))).toBe('Ready to import')
  expect(fileStateLabel(sampleFile({ ...waiting, counts: { ...counts, valid: 0 } }))).toBe('Rows to fix')
})
