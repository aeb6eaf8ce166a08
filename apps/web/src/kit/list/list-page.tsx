import type { ReactNode } from 'react'
import type { BulkActions } from './bulk-actions.ts'
import { BulkBar } from './bulk-bar.tsx'
import { ListBody, type ListBodyProps } from './list-body.tsx'
import { ListFrame } from './list-frame.tsx'
import { ListToolbar } from './list-toolbar.tsx'
import { ViewsButton } from './views-button.tsx'

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

/** A list as the whole screen: it fills the page and scrolls itself. */
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
