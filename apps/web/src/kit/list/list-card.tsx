import { Card } from '../../ui/card.tsx'
import { type BulkActions, BulkBar } from './bulk-bar.tsx'
import css from './list-body.module.css'
import { ListBody, type ListBodyProps } from './list-body.tsx'
import { ListToolbar } from './list-toolbar.tsx'

type Props<Row> = Omit<ListBodyProps<Row>, 'children' | 'selectable'> & {
  searchLabel: string
  /** Actions on selected rows; without them rows cannot be selected. */
  bulk?: BulkActions<Row>
}

/** A list as a part of a screen. */
export function ListCard<Row>({ searchLabel, bulk, ...body }: Props<Row>) {
  const { state, result } = body
  return (
    <div className={css.container}>
      <Card
        title={state.list.declaration.title}
        flush
        aside={<ListToolbar state={state} searchLabel={searchLabel} />}
      >
        <ListBody {...body} selectable={bulk !== undefined}>
          {bulk && <BulkBar state={state} actions={bulk} total={result.data} />}
        </ListBody>
      </Card>
    </div>
  )
}
