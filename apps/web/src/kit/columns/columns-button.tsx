import { Popover, usePopover } from '../../ui/popover.tsx'
import { toastFailed } from '../toast.ts'
import { useLazyModule } from '../use-lazy-module.ts'
import { type TableDefinition, useColumnChoice } from './columns.ts'
import css from './columns-button.module.css'

const load = async () => (await import('../../ui/column-list.tsx')).ColumnList
const prefetch = () => void load().catch(() => undefined)

/** Opens the choice of a table's columns. Highlighted while some are hidden. */
export function ColumnsButton({ table }: { table: TableDefinition }) {
  const popover = usePopover()
  const choice = useColumnChoice(table)
  const ColumnList = useLazyModule(load, popover.isOpen, () => {
    popover.close()
    toastFailed('The columns could not be loaded. Check the connection and try again.')
  })
  const shown = choice.shown.length
  const all = table.columns.length
  const text = shown < all ? `Columns ${shown}/${all}` : 'Columns'
  const ofTable = `of ${table.title.toLowerCase()}`
  return (
    <>
      <button
        {...popover.trigger}
        type="button"
        className={css.button}
        data-set={shown < all || undefined}
        aria-haspopup="dialog"
        aria-label={`${text} ${ofTable}`}
        onPointerEnter={prefetch}
        onFocus={prefetch}
      >
        {text}
      </button>
      <Popover popover={popover} label={`Columns ${ofTable}`}>
        <div className={css.columns}>{ColumnList && <ColumnList label="Columns" {...choice} />}</div>
      </Popover>
    </>
  )
}
