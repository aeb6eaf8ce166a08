import type { TrackedFile } from '@backoffice/contract/files'
import { expect, test } from 'vitest'
import { wordsOf } from './outcome.tsx'

const file = (state: string, counts: object) =>
  ({
    kind: 'inquiry',
    state,
    confirmed_at: '2026-11-20T00:00:00Z',
    counts,
    needs_reason: { artifacts: [] },
  }) as unknown as TrackedFile

test('a file without a found card is marked as doubtful', () => {
  const { done, isDoubtful } = wordsOf(file('COMPLETED', { total: 400_000, found: 0, error: 0 }))
  expect(done).toBe('None of these cards was found. Is this the right file?')
  expect(isDoubtful).toBe(true)
})

test('a file with a found card reports all rows as processed', () => {
  const { done, isDoubtful } = wordsOf(file('COMPLETED', { total: 1, found: 1, error: 0 }))
  expect(done).toBe('The row is processed.')
  expect(isDoubtful).toBeFalsy()
  expect(wordsOf(file('COMPLETED', { total: 2, found: 1, error: 0 })).done).toBe('All 2 rows processed.')
})

test('an expired file waited for its matching or its confirmation', () => {
  const expired = file('EXPIRED', { total: 0, error: 0, processed: 0 })
  expect(wordsOf({ ...expired, validated_at: null }).expired).toMatch(/^Its columns were not matched within/)
  expect(wordsOf({ ...expired, validated_at: '2026-11-20T00:00:00Z' }).expired).toMatch(
    /^It was not confirmed/,
  )
})

test('an import reports rows that changed after the check', () => {
  const preview = { rejected: 0, written: { new: 1, changed: 2, conflicts: 1 } }
  const words = wordsOf({
    ...file('COMPLETED_WITH_ERRORS', {}),
    kind: 'import',
    preview,
  } as unknown as TrackedFile)
  expect(words.done).toBe('Imported: 1 new, 2 changed.')
  expect(words.afterDone).toBe(
    '1 row skipped because of changes after the check. Download the rejected rows, fix them and upload them again.',
  )
})
