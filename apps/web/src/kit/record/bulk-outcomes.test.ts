import { expect, test } from 'vitest'
import { outcomesOf, refusedTitle } from './bulk-outcomes.ts'

const ROWS = ['a', 'b', 'c'].map((id) => ({ id, name: id.toUpperCase() }))

test('a refused row has its name, and its reason with the messages of its fields', () => {
  const [a] = ROWS
  const outcome = outcomesOf(
    ROWS,
    [
      { id: 'a', outcome: 'done', row: a },
      { id: 'b', outcome: 'refused', detail: 'Not saved.', errors: [{ message: 'Enter a reason.' }] },
      { id: 'c', outcome: 'unchanged', row: ROWS[2] },
      { id: 'gone', outcome: 'refused', errors: [{ message: 'Deleted.' }] },
    ],
    ({ name }) => name,
  )
  expect(outcome.written).toEqual([a])
  expect(outcome.refusals).toEqual([
    { id: 'b', name: 'B', reason: 'Not saved. Enter a reason.' },
    { id: 'gone', name: '', reason: 'Deleted.' },
  ])
  expect(refusedTitle(outcome, 'user', 'disabled')).toBe('2 of 3 users were not disabled')
})

test('the title is right for one row', () => {
  expect(refusedTitle({ rows: [1], refusals: [1] }, 'item', 'decided')).toBe('1 of 1 item was not decided')
})
