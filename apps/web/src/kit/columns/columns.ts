import type { ReactNode } from 'react'
import type { code, numeric, rowLink, second } from '../../ui/table.tsx'
import { choicesOf, choose, usePreferences } from '../preferences/preferences.ts'

type Column<Row> = {
  /** Stored in the preferences. */
  id: string
  label: string
  variant?: typeof numeric | typeof code | typeof second | typeof rowLink
  cell: (row: Row) => ReactNode
}

/** A table whose columns the user can hide; the first identifies the row and is always shown. */
export type TableDefinition<Row = never> = {
  /** The key of its columns in the preferences. */
  name: string
  title: string
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
}

/** In the order of the definition, whatever is stored: the first column, and the chosen ones of the others. */
export function shownOf<C extends { id: string }>(columns: readonly C[], chosen?: readonly string[]) {
  return chosen ? columns.filter(({ id }, index) => index === 0 || chosen.includes(id)) : columns
}

export function useShownColumns<Row>({ name, columns }: TableDefinition<Row>): readonly Column<Row>[] {
  const chosen = usePreferences((state) => choicesOf(state).columns[name])
  return shownOf(
    columns,
    chosen?.map(({ id }) => id),
  )
}

/** The props of a `ColumnList` that reads and changes the preference. */
export function useColumnChoice(table: TableDefinition) {
  const { name, columns } = table
  return {
    columns,
    shown: useShownColumns(table).map(({ id }) => id),
    onChange(shown: readonly string[]) {
      // All columns are stored as null, so that columns added later are shown too.
      choose({ columns: { [name]: shown.length === columns.length ? null : shown.map((id) => ({ id })) } })
    },
  }
}
