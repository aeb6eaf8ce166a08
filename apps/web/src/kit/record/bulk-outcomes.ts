import { plural } from '../format/format-number.ts'
import type { Refusal } from './outcomes-dialog.tsx'

export type BulkOutcome<Row> = {
  rows: readonly Row[]
  written: readonly Row[]
  refusals: readonly Refusal[]
}

type RowOutcome<Row> = {
  id: string
  outcome: 'done' | 'unchanged' | 'refused'
  detail?: string | undefined
  errors?: readonly { message: string }[] | undefined
  row?: Row | undefined
}

/** Written and refused rows of a bulk write. */
export function outcomesOf<Row extends { id: string }>(
  rows: readonly Row[],
  items: readonly RowOutcome<Row>[],
  nameOf: (row: Row) => string,
): BulkOutcome<Row> {
  const refusalOf = ({ id, detail, errors = [] }: RowOutcome<Row>): Refusal => {
    const row = rows.find((each) => each.id === id)
    const reason = [detail, ...errors.map(({ message }) => message)].filter(Boolean).join(' ')
    return { id, name: row ? nameOf(row) : '', reason }
  }
  return {
    rows,
    written: items.flatMap(({ outcome, row }) => (outcome === 'done' && row ? [row] : [])),
    refusals: items.flatMap((item) => (item.outcome === 'refused' ? [refusalOf(item)] : [])),
  }
}

type RefusedRows = { refusals: readonly unknown[]; rows: readonly unknown[] }

/** `2 of 5 users were not disabled`. */
export function refusedTitle({ refusals, rows }: RefusedRows, noun: string, verb: string): string {
  return `${refusals.length} of ${plural(rows.length, noun)} ${refusals.length === 1 ? 'was' : 'were'} not ${verb}`
}
