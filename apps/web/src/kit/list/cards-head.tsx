import { formatNumber } from '../../ui/format-number.ts'
import { Icon } from '../../ui/icon.tsx'
import { Popover, usePopover } from '../../ui/popover.tsx'
import { fieldLabel } from './columns.ts'
import { inSentence, sortInWords } from './condition-words.ts'
import css from './data-table.module.css'
import type { PageReply } from './paging.ts'
import { SortPanel } from './sort-panel.tsx'
import { sortedFields } from './sorting.ts'
import type { ListView } from './use-list.ts'

type Props = { state: ListView; reply: PageReply | undefined }

/** Replaces the column headings in the card layout: count and sort of the rows. */
export function CardsHead({ state, reply }: Props) {
  const popover = usePopover()
  const { list, sort } = state
  const words = sortInWords(sortedFields(sort).map((field) => fieldLabel(list, field)))
  return (
    <div className={css.cardsHead}>
      <span>
        {reply && `${reply.total_estimated ? 'about ' : ''}${formatNumber(reply.total)} `}
        {reply?.total === 1 ? list.noun : inSentence(list.declaration.title)}
      </span>
      <button
        {...popover.trigger}
        type="button"
        className={css.sort}
        aria-haspopup="dialog"
        aria-label={`Sorted ${words}`}
      >
        <span>{words}</span>
        <Icon name="open" size={12} />
      </button>
      <Popover popover={popover} label={`Sort of ${inSentence(list.declaration.title)}`}>
        <SortPanel state={state} />
      </Popover>
    </div>
  )
}
