import type { Reply } from '@backoffice/contract/endpoint'
import type { UserRow, userEndpoints } from '@backoffice/contract/endpoints/users'
import type { Refusal } from '../../kit/record/outcomes-dialog.tsx'
import { fullName } from './user-words.ts'

export type BulkOutcome = {
  rows: readonly UserRow[]
  written: readonly UserRow[]
  refusals: readonly Refusal[]
}

/** Written and refused rows of a bulk write. */
export function outcomeOf(
  rows: readonly UserRow[],
  { items }: Reply<typeof userEndpoints.updateStatus>,
): BulkOutcome {
  const nameOf = (id: string) => {
    const row = rows.find((each) => each.id === id)
    return row ? fullName(row) : ''
  }
  return {
    rows,
    written: items.flatMap(({ outcome, row }) => (outcome === 'done' && row ? [row] : [])),
    refusals: items.flatMap(({ outcome, id, detail, errors = [] }) =>
      outcome === 'refused'
        ? [
            {
              ...{ id, name: nameOf(id) },
              reason: [detail, ...errors.map(({ message }) => message)].filter(Boolean).join(' '),
            },
          ]
        : [],
    ),
  }
}

/** `2 of 5 users were not disabled`. */
export function refusedTitle({ refusals, rows }: BulkOutcome, verb: string): string {
  return `${refusals.length} of ${rows.length} users ${refusals.length === 1 ? 'was' : 'were'} not ${verb}`
}
