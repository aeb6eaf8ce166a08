import { Popover, usePopover } from '../../ui/popover.tsx'
import { ColumnsPanel } from './columns-panel.tsx'
import { inSentence } from './condition-words.ts'
import css from './list-toolbar.module.css'
import type { ListView } from './use-list.ts'

/** Opens the panel with a list's columns. */
export function ColumnsButton({ state }: { state: ListView }) {
  const popover = usePopover()
  const { list, choice, chooseColumns } = state
  const ofList = `of ${inSentence(list.declaration.title)}`
  return (
    <div className={css.columns}>
      <button
        {...popover.trigger}
        type="button"
        className={css.button}
        aria-haspopup="dialog"
        aria-label={`Columns ${ofList}`}
      >
        Columns
      </button>
      <Popover popover={popover} label={`Columns ${ofList}`} width="wide">
        <ColumnsPanel list={list} choice={choice} onChange={chooseColumns} />
      </Popover>
    </div>
  )
}
