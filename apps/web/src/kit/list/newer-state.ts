import type { ReactNode } from 'react'
import type { List } from './columns.ts'

/**
 * Declared choices of a row that this release does not know: a newer one wrote the row. Their cells say so, and the row
 * has no actions.
 */
export function newerFields<Row>({ declaration: { fields } }: List<Row>, row: Row): string[] {
  return Object.entries(row as object).flatMap(([name, value]) => {
    const { options, sort } = (Object.hasOwn(fields, name) && fields[name]) || {}
    // Options of a field that is only filtered need not be the values of its rows.
    return options && sort && typeof value === 'string' && !Object.hasOwn(options, value) ? [name] : []
  })
}

/** Content in place of the checkbox of a row that can’t be selected; undefined for rows that can. */
export const fixedMark = <Row>(list: List<Row>, row: Row): ReactNode =>
  newerFields(list, row).length > 0 ? null : list.withoutCheckbox?.(row)
