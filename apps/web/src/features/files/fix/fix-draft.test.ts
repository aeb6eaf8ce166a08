import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type CellChange,
  changedCells,
  type DraftEvent,
  draftReducer,
  EMPTY_DRAFT,
  type FixDraft,
  itemsOf,
} from './fix-draft.ts'

const cell = fc.record<CellChange>({
  row: fc.integer({ min: 1, max: 3 }),
  field: fc.constantFrom('code', 'name'),
  value: fc.constantFrom('', 'a', 'b', null, undefined),
})
/** A typed cell, a pasted block or a suggestion for several rows, an undo, and rows of another check. */
const event: fc.Arbitrary<DraftEvent> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.array(cell, { maxLength: 6 }).map((cells) => ({ type: 'change' as const, cells })),
  },
  { weight: 2, arbitrary: fc.constant({ type: 'undo' as const }) },
  fc.constant({ type: 'clear' as const }),
)

type Model = { cells: Record<string, string | null>; past: Record<string, string | null>[] }

/** The same with a copy of all cells for each step. */
function modelAfter(model: Model, { type, ...rest }: DraftEvent): Model {
  if (type === 'clear') return { cells: {}, past: [] }
  if (type === 'undo') {
    const before = model.past.at(-1)
    return before ? { cells: before, past: model.past.slice(0, -1) } : model
  }
  const cells = { ...model.cells }
  let hasChanged = false
  for (const { row, field, value } of 'cells' in rest ? rest.cells : []) {
    const key = `${row} ${field}`
    if (cells[key] !== value) hasChanged = true
    if (value === undefined) delete cells[key]
    else cells[key] = value
  }
  return hasChanged ? { cells, past: [...model.past, model.cells] } : model
}

const flat = ({ rows }: FixDraft) =>
  Object.fromEntries(
    [...rows].flatMap(([row, values]) => [...values].map(([field, value]) => [`${row} ${field}`, value])),
  )

test('changes, pastes and undo give the same cells as a model that copies everything', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 30 }), (events) => {
      let draft = EMPTY_DRAFT
      let model: Model = { cells: {}, past: [] }
      for (const each of events) {
        draft = draftReducer(draft, each)
        model = modelAfter(model, each)
        expect(flat(draft)).toEqual(model.cells)
        expect(draft.history).toHaveLength(model.past.length)
        expect(changedCells(draft)).toBe(Object.keys(model.cells).length)
        for (const { values } of itemsOf(draft)) expect(Object.keys(values)).not.toEqual([])
      }
    }),
  )
})

test('a change of one row keeps the objects of the others, so that they do not render again', () => {
  const one = draftReducer(EMPTY_DRAFT, { type: 'change', cells: [{ row: 1, field: 'code', value: 'a' }] })
  const two = draftReducer(one, { type: 'change', cells: [{ row: 2, field: 'code', value: 'a' }] })
  expect(two.rows.get(1)).toBe(one.rows.get(1))
  expect(draftReducer(two, { type: 'change', cells: [{ row: 2, field: 'code', value: 'a' }] })).toBe(two)
})

test('rows that are no longer listed leave the draft and cannot come back by undo', () => {
  const cells = [1, 2].map((row) => ({ row, field: 'code', value: 'a' }))
  const kept = draftReducer(draftReducer(EMPTY_DRAFT, { type: 'change', cells }), {
    type: 'keep',
    rows: new Set([2]),
  })
  expect(flat(kept)).toEqual({ '2 code': 'a' })
  expect(draftReducer(kept, { type: 'undo' }).rows.size).toBe(0)
})
