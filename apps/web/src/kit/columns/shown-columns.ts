import { choicesOf, choose, usePreferences } from '../preferences/preferences.ts'
import { type ColumnOf, LISTS, type ListName } from './lists.ts'

export function columnsOf<List extends ListName>(list: List): ColumnOf<List>[] {
  // The own keys of a closed table.
  return Object.keys(LISTS[list].columns) as ColumnOf<List>[]
}

/** In the list's own order, whatever was saved: its first column, and of the others those that were chosen. */
export function shownOf<Column extends string>(
  all: readonly Column[],
  chosen: readonly string[] | undefined,
): readonly Column[] {
  return chosen ? all.filter((column, at) => at === 0 || chosen.includes(column)) : all
}

export function useShownColumns<List extends ListName>(list: List): readonly ColumnOf<List>[] {
  const chosen = usePreferences((state) => choicesOf(state).columns[list])
  return shownOf(columnsOf(list), chosen)
}

/** Who shows all columns shows those to come as well, and has nothing saved for the list. */
export function chooseColumns(list: ListName, shown: readonly string[]): void {
  const isAll = shown.length === columnsOf(list).length
  choose({ columns: { [list]: isAll ? null : [...shown] } })
}
