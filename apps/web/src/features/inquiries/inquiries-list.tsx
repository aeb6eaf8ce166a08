import type { Inquiry } from '@backoffice/contract/inquiries'
import { INQUIRY_MODE_LABELS, INQUIRY_OUTCOMES } from '@backoffice/contract/inquiry-criteria'
import { inquiriesList } from '@backoffice/contract/lists/inquiries'
import { labelOfState } from '@backoffice/contract/objects'
import { PURPOSE_LABELS } from '@backoffice/contract/purposes'
import { formatDateTime } from '../../kit/format/format-time.ts'
import type { List } from '../../kit/list/columns.ts'
import { linkTo } from '../../kit/navigation/link-to.ts'
import { EmptyValue } from '../../ui/card.tsx'
import { CardNumber } from '../../ui/card-number.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import { FileStateBadge } from '../files/tracked/file-state.tsx'
import css from './inquiries-list.module.css'

/** Finding of a single inquiry, number of found cards of a file, or the state of an unfinished file. */
function Outcome({ inquiry: { outcome, state, found, rows } }: { inquiry: Inquiry }) {
  if (outcome) return INQUIRY_OUTCOMES[outcome]
  if (state !== 'COMPLETED' && state !== 'COMPLETED_WITH_ERRORS') return <FileStateBadge state={state} />
  if (found === null) return <FileStateBadge state={state} hold={{ is_held: true }} />
  return `${formatNumber(found)} of ${formatNumber(rows)} found`
}

export const INQUIRIES: List<Inquiry, typeof inquiriesList> = {
  declaration: inquiriesList,
  noun: 'inquiry',
  idOf: ({ id }) => id,
  nameOf: ({ purpose, subject, file_name }) =>
    `${labelOfState(PURPOSE_LABELS, purpose)}, ${file_name ?? subject ?? ''}`,
  open: ({ id, source_filekey }) =>
    source_filekey
      ? { to: '/files/$source_filekey', params: { source_filekey } }
      : linkTo('/smac_inquiry', { search: { inquiry: id } }),
  columns: [
    {
      field: 'purpose',
      always: true,
      card: 'title',
      cell: ({ purpose }) => PURPOSE_LABELS[purpose],
    },
    { field: 'ticket_no', variant: 'code', cell: ({ ticket_no }) => ticket_no ?? <EmptyValue /> },
    {
      field: 'mode',
      variant: 'second',
      hidden: true,
      cell: ({ mode }) => INQUIRY_MODE_LABELS[mode],
    },
    {
      field: 'subject',
      cell: ({ mode, subject, file_name }) =>
        mode === 'CARD' && subject ? (
          <CardNumber masked={subject} />
        ) : (
          <span className={css.file} title={file_name ?? undefined}>
            {file_name ?? subject}
          </span>
        ),
    },
    { field: 'outcome', card: 'badge', cell: (inquiry) => <Outcome inquiry={inquiry} /> },
    { field: 'owner', card: 'foot', cell: ({ owner }) => owner.name },
    {
      field: 'created_at',
      variant: 'second',
      card: 'foot',
      cell: ({ created_at }) => <time dateTime={created_at}>{formatDateTime(created_at)}</time>,
    },
    { field: 'rows', variant: 'numeric', card: 'none', cell: ({ rows }) => formatNumber(rows) },
    {
      field: 'found',
      hidden: true,
      variant: 'numeric',
      card: 'none',
      cell: ({ found }) => (found === null ? <EmptyValue /> : formatNumber(found)),
    },
    {
      field: 'not_found',
      hidden: true,
      variant: 'numeric',
      card: 'none',
      cell: ({ not_found }) => (not_found === null ? <EmptyValue /> : formatNumber(not_found)),
    },
  ],
}
