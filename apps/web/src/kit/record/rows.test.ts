import { expect, test } from 'vitest'
import { stateBadge } from './rows.ts'

test('a row with a status of a newer release is not in force', () => {
  const row = { status: 'ARCHIVED' as never, effective_from: null, effective_to: null }
  expect(stateBadge(row)).toEqual({ tone: 'quiet', text: 'Newer release' })
})
