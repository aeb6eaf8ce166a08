import { Popover, usePopover } from '../../ui/popover.tsx'
import { toastFailed } from '../toast.ts'
import { useLazyModule } from '../use-lazy-module.ts'
import { inSentence } from './condition-words.ts'
import css from './list-toolbar.module.css'
import type { ListView } from './use-list.ts'

const load = async () => (await import('./columns-panel.tsx')).ColumnsPanel
const prefetch = () => void load().catch(() => undefined)

/** Opens the choice of a list's columns. Highlighted while some are hidden. */
export function ColumnsButton({ state }: { state: ListView }) {
  const popover = usePopover()
  const { list, choice, chooseColumns } = state
  const Panel = useLazyModule(load, popover.isOpen, () => {
    popover.close()
    toastFailed('The columns could not be loaded. Check the connection and try again.')
  })
  const ofList = `of ${inSentence(list.declaration.title)}`
  return (
    <div className={css.columns}>
      <button
        {...popover.trigger}
        type="button"
        className={css.button}
        aria-haspopup="dialog"
        aria-label={`Columns ${ofList}`}
        onPointerEnter={prefetch}
        onFocus={prefetch}
      >
        Columns
      </button>
      <Popover popover={popover} label={`Columns ${ofList}`} width="wide">
        {Panel && <Panel list={list} choice={choice} onChange={chooseColumns} />}
      </Popover>
    </div>
  )
}
