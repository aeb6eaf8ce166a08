import type { ReactNode } from 'react'
import type { BulkActions } from './bulk-actions.ts'
import { BulkBar } from './bulk-bar.tsx'
import css from './list-body.module.css'
import { ListBody, type ListBodyProps } from './list-body.tsx'
import { ListToolbar } from './list-toolbar.tsx'
import { ViewsButton } from './views-button.tsx'

type Props<Row> = Omit<ListBodyProps<Row>, 'children' | 'fills' | 'selectable'> & {
  /** What can be done with the selected rows; without any, none are selected. */
  bulk?: BulkActions<Row>
  /** Below the toolbar, such as a notice. */
  children?: ReactNode
  /** What is searched, as the label of its field. */
  searchLabel?: string
  /** A filter of its own at the end of the toolbar. */
  filter?: ReactNode
  /** At the start of the pager. */
  note?: ReactNode
}

/** A list that is the screen: it takes the rest of the page and scrolls by itself. */
export function ListPage<Row>({ bulk, children, searchLabel = 'Search', filter, ...body }: Props<Row>) {
  const { state, result } = body
  return (
    <div className={css.page} data-fills>
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
      <section className={css.card} aria-label={state.list.declaration.title}>
        <ListBody {...body} fills selectable={bulk !== undefined}>
          {bulk && <BulkBar state={state} actions={bulk} total={result.data} />}
        </ListBody>
      </section>
    </div>
  )
}
