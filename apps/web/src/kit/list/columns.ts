import type { Filters, ListDeclaration } from '@backoffice/contract/list'
import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { choicesOf, choose, usePreferences } from '../preferences/preferences.ts'

export type Column<Row = never, F extends string = string> = {
  /** A field of the list, or another name for a column that is neither filtered nor sorted. */
  field: F | (string & {})
  /** Default: the label of the field. */
  label?: string
  /** Heading of a column that shows more than its field. */
  heading?: string
  cell: (row: Row) => ReactNode
  /** Initial width in pixels. */
  width?: number
  /** The column cannot be hidden. */
  always?: true
  /** Hidden until the user chooses it. */
  hidden?: true
  variant?: 'numeric' | 'code' | 'second'
  /** In a narrow table, the column that shows it on the second line of its cell. */
  under?: F | (string & {})
  /** Its part of a cell in a narrow table; default: the heading and the cell. */
  stacked?: StackedCell<Row>
  /** Shown in the narrow list next to an open record. */
  inNarrowList?: true
  /** Place in the card layout; default: the line in the middle. */
  card?: 'title' | 'badge' | 'foot' | 'none'
}

export type StackedCell<Row> = {
  /** Its part of the heading; a column under another one has none without it. */
  heading?: string
  /** First line; default: the cell. */
  first?: (row: Row) => ReactNode
  /** Its part of the second line; default of a column under another one: its cell. */
  second?: (row: Row) => ReactNode
}

/** A list of a screen. */
export type List<Row = never, D extends ListDeclaration = ListDeclaration> = {
  declaration: D
  columns: readonly Column<Row, keyof D['fields'] & string>[]
  /** `tender`, for "1,204 tenders". */
  noun: string
  /** Conditions of the screen that the user neither sees nor changes. */
  fixed?: Filters<keyof D['fields'] & string>
  idOf: (row: Row) => string
  /** Name of a row in labels and messages. */
  nameOf: (row: Row) => string
  /** The text of the cell names the link of the row, because it has more than the name. */
  isNamedByCell?: true
  /** Link of a row. */
  open?: (row: Row) => LinkProps | undefined
  /** Content in place of the checkbox of a row that can’t be selected; undefined for rows that can. */
  withoutCheckbox?: (row: Row) => ReactNode
  /** Called before the link of a row opens. */
  onOpen?: (row: Row) => void
  /** Caption above consecutive rows of the same group. */
  groupOf?: (row: Row) => string
  /** Highlights a row with a line at its start, in addition to its text. */
  markOf?: (row: Row) => 'bad' | 'warn' | undefined
}

/** The part of a list that its column choice needs. */
export type ListColumns = {
  readonly declaration: ListDeclaration
  readonly columns: readonly Omit<Column, 'cell'>[]
}

export type ColumnChoice = { id: string; width?: number | undefined }

export const labelOf = ({ declaration: { fields } }: ListColumns, { field, label }: Omit<Column, 'cell'>) =>
  label ?? fields[field]?.label ?? field

export const headingOf = (list: ListColumns, column: Omit<Column, 'cell'>) =>
  column.heading ?? labelOf(list, column)

/** Label of a field in its column. */
export function fieldLabel(list: ListColumns, field: string): string {
  const column = list.columns.find((each) => each.field === field)
  return column ? labelOf(list, column) : (list.declaration.fields[field]?.label ?? field)
}

const MIN_WIDTH = 56
const MAX_WIDTH = 800
export const boundedWidth = (width: number) => Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width)))

/**
 * Visible columns in their order, with their widths. Unknown stored columns are left out; a missing column that is
 * always shown keeps its declared place.
 */
export function arranged<C extends Omit<Column, 'cell'>>(
  columns: readonly C[],
  chosen: readonly ColumnChoice[] | undefined,
): C[] {
  if (!chosen) return columns.filter(({ hidden }) => !hidden)
  const known = new Map<string, C>(columns.map((column) => [column.field, column]))
  const shown = [...new Map(chosen.map((each) => [each.id, each])).values()].flatMap(({ id, width }) => {
    const column = known.get(id)
    return column ? [width ? { ...column, width: boundedWidth(width) } : column] : []
  })
  for (const [at, column] of columns.entries())
    if (column.always && !shown.some(({ field }) => field === column.field)) shown.splice(at, 0, column)
  return shown
}

/** The columns in another order, with their chosen widths. */
export function reordered(choice: readonly ColumnChoice[], ids: readonly string[]): ColumnChoice[] {
  return ids.map((id) => choice.find((each) => each.id === id) ?? { id })
}

/** Moves an element to another index. */
export function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const rest = items.toSpliced(from, 1)
  return rest.toSpliced(Math.max(0, Math.min(to, rest.length)), 0, ...items.slice(from, from + 1))
}

/** The stored choice; undefined for the declared columns. */
export function useStoredColumns(name: string): readonly ColumnChoice[] | undefined {
  return usePreferences((state) => choicesOf(state).columns[name])
}

/** Stores null for the declared columns, so that later columns appear too. */
export function storeColumns({ declaration, columns }: ListColumns, choice: readonly ColumnChoice[]): void {
  const declared = arranged(columns, undefined)
  const isDeclared =
    choice.length === declared.length &&
    choice.every(({ id, width }, index) => id === declared[index]?.field && !width)
  choose({
    columns: {
      [declaration.name]: isDeclared ? null : choice.map(({ id, width }) => (width ? { id, width } : { id })),
    },
  })
}
