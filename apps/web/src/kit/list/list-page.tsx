import type { ReactNode } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { Popover, usePopover } from '../../ui/popover.tsx'
import { type BulkActions, BulkBar } from './bulk-bar.tsx'
import { inSentence } from './condition-words.ts'
import listBodyCss from './list-body.module.css'
import { ListBody, type ListBodyProps } from './list-body.tsx'
import css from './list-toolbar.module.css'
import { ListToolbar } from './list-toolbar.tsx'
import type { ListView } from './use-list.ts'
import { useViews } from './views.ts'
import { ViewsPanel } from './views-panel.tsx'

type Props<Row> = Omit<ListBodyProps<Row>, 'children' | 'fills' | 'selectable'> & {
  /** Actions on selected rows; without them rows cannot be selected. */
  bulk?: BulkActions<Row>
  /** Content below the toolbar, such as a notice. */
  children?: ReactNode
  searchLabel?: string
  /** An additional filter at the end of the toolbar. */
  filter?: ReactNode
  /** Shown in the pager while no row is selected. */
  note?: ReactNode
}

/** A list as the whole screen, which fills the page and scrolls itself. */
export function ListPage<Row>({ bulk, children, searchLabel = 'Search', filter, ...body }: Props<Row>) {
  const { state, result } = body
  return (
    <ListFrame
      title={state.list.declaration.title}
      above={
        <>
          <ListToolbar
            state={state}
            searchLabel={searchLabel}
            views={
              <>
                {filter}
                <ViewsButton state={state} />
              </>
            }
          />
          {children}
        </>
      }
    >
      <ListBody {...body} fills selectable={bulk !== undefined}>
        {bulk && <BulkBar state={state} actions={bulk} total={result.data} />}
      </ListBody>
    </ListFrame>
  )
}

/** Shows the current saved view and opens the choice of another. */
function ViewsButton({ state }: { state: ListView }) {
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

/** Rows that fill the page and scroll themselves, below content that keeps its height. */
export function ListFrame({
  title,
  above,
  children,
}: {
  title: string
  above: ReactNode
  children: ReactNode
}) {
  return (
    <div className={listBodyCss.page} data-fills>
      {above}
      <section className={listBodyCss.card} aria-label={title}>
        {children}
      </section>
    </div>
  )
}
