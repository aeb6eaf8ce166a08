import type { ReactNode } from 'react'
import type { code, numeric, rowLink, second } from '../../ui/table.tsx'
import { type ColumnOf, LISTS, type ListName } from './lists.ts'

type CellVariant = typeof numeric | typeof code | typeof second | typeof rowLink

/** How each column of a list is drawn, all of them by name. */
export type Cells<List extends ListName, Row> = Readonly<
  Record<ColumnOf<List>, { variant?: CellVariant; cell: (row: Row) => ReactNode }>
>

type Props<List extends ListName, Row> = {
  shown: readonly ColumnOf<List>[]
  cells: Cells<List, Row>
}

/** The header row of the columns that are shown. */
export function HeadRow<List extends ListName, Row>({
  list,
  shown,
  cells,
}: Props<List, Row> & { list: List }) {
  const words: Readonly<Record<string, string>> = LISTS[list].columns
  return (
    <tr>
      {shown.map((column) => (
        <th key={column} scope="col" {...cells[column].variant}>
          {words[column]}
        </th>
      ))}
    </tr>
  )
}

/** The cells of one row in the same columns. */
export function RowCells<List extends ListName, Row>({ row, shown, cells }: Props<List, Row> & { row: Row }) {
  return shown.map((column) => (
    <td key={column} {...cells[column].variant}>
      {cells[column].cell(row)}
    </td>
  ))
}
