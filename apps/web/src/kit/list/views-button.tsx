import { Icon } from '../../ui/icon.tsx'
import { Popover, usePopover } from '../../ui/popover.tsx'
import { inSentence } from './condition-words.ts'
import css from './list-toolbar.module.css'
import type { ListView } from './use-list.ts'
import { useViews } from './views.ts'
import { ViewsPanel } from './views-panel.tsx'

/** Shows the current saved view and opens the choice of another. */
export function ViewsButton({ state }: { state: ListView }) {
  const popover = usePopover()
  const views = useViews(state)
  const { title } = state.list.declaration
  const { active, isChanged } = views
  return (
    <>
      <button {...popover.trigger} type="button" className={css.button} aria-haspopup="dialog">
        <span>
          <span className={css.lead}>View </span>
          {active ? active.name : `All ${inSentence(title)}`}
        </span>
        {isChanged && (
          <span className={css.changed}>
            <span className="visually-hidden">changed</span>
          </span>
        )}
        <Icon name="open" size={12} />
      </button>
      <Popover popover={popover} label={`Views of ${inSentence(title)}`} width="wide">
        <ViewsPanel state={state} {...views} onClose={popover.close} />
      </Popover>
    </>
  )
}
