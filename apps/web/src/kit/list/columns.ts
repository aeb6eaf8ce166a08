import type { Filters, ListDeclaration } from '@backoffice/contract/list'
import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { choicesOf, choose, usePreferences } from '../preferences/preferences.ts'

export type Column<Row = never, F extends string = string> = {
  /** A field of the list, or a name of its own for what is neither filtered nor sorted. */
  field: F | (string & {})
  /** By default the field's. */
  label?: string
  /** Where a column shows more than its field. */
  heading?: string
  cell: (row: Row) => ReactNode
  /** In pixels, until the user drags its edge. */
  width?: number
  /** Cannot be hidden. */
  always?: true
  /** Shown only once the user chooses it. */
  hidden?: true
  variant?: 'numeric' | 'code' | 'second'
  /** In the narrow list beside an open record; by default hidden there. */
  beside?: true
  /** Its place where a row is a card; by default on the line in the middle. */
  card?: 'title' | 'badge' | 'foot' | 'none'
}

/** What a screen says of its list. */
export type List<Row = never, D extends ListDeclaration = ListDeclaration> = {
  declaration: D
  columns: readonly Column<Row, keyof D['fields'] & string>[]
  /** `tender`, for "1,204 tenders". */
  noun: string
  /** Conditions of the screen, which the user neither sees nor changes. */
  fixed?: Filters<keyof D['fields'] & string>
  idOf: (row: Row) => string
  /** The name of a row where it is spoken of. */
  nameOf: (row: Row) => string
  /** The link of a row has the text of its cell as its name: for a cell that says more than the name. */
  isNamedByCell?: true
  /** Where a row leads. */
  open?: (row: Row) => LinkProps | undefined
  /** The caption above the rows that have the same one after another. */
  groupOf?: (row: Row) => string
  /** What stands out, as a line at the start of its row beside the words that say so. */
  markOf?: (row: Row) => 'bad' | 'warn' | undefined
}

/** A list as far as its columns are chosen. */
export type ListColumns = {
  readonly declaration: ListDeclaration
  readonly columns: readonly Omit<Column, 'cell'>[]
}

export type ColumnChoice = { id: string; width?: number | undefined }

export const labelOf = ({ declaration: { fields } }: ListColumns, { field, label }: Omit<Column, 'cell'>) =>
  label ?? fields[field]?.label ?? field

export const headingOf = (list: ListColumns, column: Omit<Column, 'cell'>) =>
  column.heading ?? labelOf(list, column)

/** The label of a field as its column has it. */
export function fieldLabel(list: ListColumns, field: string): string {
  const column = list.columns.find((each) => each.field === field)
  return column ? labelOf(list, column) : (list.declaration.fields[field]?.label ?? field)
}

const MIN_WIDTH = 56
const MAX_WIDTH = 800
export const boundedWidth = (width: number) => Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width)))

/**
 * The columns to show, in their order, with their widths. Whatever is stored: a column that is always shown keeps its
 * place in the definition when it is missing, and one that is unknown is left out.
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

/** The same columns in another order, each with the width that was chosen for it. */
export function reordered(choice: readonly ColumnChoice[], ids: readonly string[]): ColumnChoice[] {
  return ids.map((id) => choice.find((each) => each.id === id) ?? { id })
}

/** The step of an element to another place. */
export function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const rest = items.toSpliced(from, 1)
  // `from` is an index of the items.
  return rest.toSpliced(Math.max(0, Math.min(to, rest.length)), 0, items[from] as T)
}

/** What is stored, or undefined while the list shows what it is declared with. */
export function useStoredColumns(name: string): readonly ColumnChoice[] | undefined {
  return usePreferences((state) => choicesOf(state).columns[name])
}

/** Null for the columns as they are declared, so that columns added later are shown too. */
export function storeColumns({ declaration, columns }: ListColumns, choice: readonly ColumnChoice[]): void {
  const declared = arranged(columns, undefined)
  const isDeclared =
    choice.length === declared.length &&
    choice.every(({ id, width }, at) => id === declared[at]?.field && !width)
  choose({
    columns: {
      [declaration.name]: isDeclared ? null : choice.map(({ id, width }) => (width ? { id, width } : { id })),
    },
  })
}
