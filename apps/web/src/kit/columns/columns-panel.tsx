import { Button } from '../../ui/button.tsx'
import { ColumnList } from '../../ui/columns/column-list.tsx'
import css from './columns-panel.module.css'
import { LISTS, type ListName } from './lists.ts'
import { chooseColumns, columnsOf, useShownColumns } from './shown-columns.ts'

/** Which columns of a list are shown, and the way back to all of them. `label` where it is not "Columns". */
export function ColumnsPanel({ list, label = 'Columns' }: { list: ListName; label?: string }) {
  const shown = useShownColumns(list)
  const all = columnsOf(list)
  const isAll = shown.length === all.length
  return (
    <div className={css.panel}>
      <ColumnList
        label={label}
        columns={LISTS[list].columns}
        shown={shown}
        onChange={(next) => chooseColumns(list, next)}
      />
      <Button variant="quiet" aria-disabled={isAll} onClick={() => isAll || chooseColumns(list, all)}>
        Show all
      </Button>
    </div>
  )
}
