import { Card } from '../../ui/card.tsx'
import css from './list-body.module.css'
import { ListBody, type ListBodyProps } from './list-body.tsx'
import { ListToolbar } from './list-toolbar.tsx'

type Props<Row> = ListBodyProps<Row> & { searchLabel: string }

/** A list as a part of a screen. */
export function ListCard<Row>({ searchLabel, ...body }: Props<Row>) {
  const { state } = body
  return (
    <div className={css.container}>
      <Card
        title={state.list.declaration.title}
        flush
        aside={<ListToolbar state={state} searchLabel={searchLabel} />}
      >
        <ListBody {...body} />
      </Card>
    </div>
  )
}
