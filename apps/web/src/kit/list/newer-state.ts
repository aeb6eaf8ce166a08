import type { List } from './columns.ts'

/**
 * Fields of a row with a choice that this release does not know: a newer one wrote the row. Their cells say so, and the
 * row has no actions.
 */
export function newerFields<Row>({ declaration: { fields } }: List<Row>, row: Row): string[] {
  return Object.entries(row as object).flatMap(([name, value]) => {
    const { options, sort } = fields[name] ?? {}
    // Options of a field that is only filtered need not be the values of its rows.
    return options && sort && typeof value === 'string' && !(value in options) ? name : []
  })
}
