import { PAGE_SIZES } from '@backoffice/contract/list'
import type { ReactNode } from 'react'
import { Pager } from '../../ui/pager.tsx'
import { inSentence } from './condition-words.ts'
import { type PageReply, pageChange, pagingOf } from './paging.ts'
import type { ListState } from './use-list.ts'

type Props<Row> = {
  state: ListState<Row>
  reply: PageReply
  /** Actions on the selected rows. */
  children?: ReactNode
  /** Shown while no row is selected. */
  note?: ReactNode
}

export function ListPager<Row>({ state, reply, children, note }: Props<Row>) {
  const { list, search, change } = state
  const { page, pages, hasNext, hasPrevious } = pagingOf(search, reply)
  return (
    <Pager
      label={`Pages of ${inSentence(list.declaration.title)}`}
      page={page}
      pages={pages}
      pageSize={reply.page_size}
      total={reply.total}
      estimated={reply.total_estimated}
      sizes={PAGE_SIZES}
      onNext={hasNext ? () => change(pageChange(search, reply, 1)) : undefined}
      onPrevious={hasPrevious ? () => change(pageChange(search, reply, -1)) : undefined}
      note={note}
      onSize={(wanted) => change({ size: PAGE_SIZES.find((size) => size === wanted), page: undefined })}
    >
      {state.selected.size > 0 && children}
    </Pager>
  )
}
