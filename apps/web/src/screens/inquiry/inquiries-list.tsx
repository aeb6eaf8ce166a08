import type { Inquiry } from '@backoffice/contract/endpoints/inquiries'
import { inquiriesList } from '@backoffice/contract/lists/inquiries'
import { PURPOSE_LABELS } from '@backoffice/contract/purposes'
import { FileStateBadge } from '../../files/file-state.tsx'
import { formatDateTime } from '../../kit/format-time.ts'
import type { List } from '../../kit/list/columns.ts'
import { EmptyValue } from '../../ui/card.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import css from './lists.module.css'

export const INQUIRIES: List<Inquiry, typeof inquiriesList> = {
  declaration: inquiriesList,
  noun: 'inquiry',
  idOf: ({ id }) => id,
  nameOf: ({ purpose, file_name }) =>
    file_name ? `${PURPOSE_LABELS[purpose]}, ${file_name}` : PURPOSE_LABELS[purpose],
  open: ({ source_filekey }) =>
    source_filekey ? { to: '/files/$source_filekey', params: { source_filekey } } : undefined,
  columns: [
    { field: 'purpose', always: true, card: 'title', cell: ({ purpose }) => PURPOSE_LABELS[purpose] },
    { field: 'ticket_no', variant: 'code', cell: ({ ticket_no }) => ticket_no ?? <EmptyValue /> },
    {
      field: 'file_name',
      cell: ({ file_name }) =>
        file_name ? (
          <span className={css.file} title={file_name}>
            {file_name}
          </span>
        ) : (
          <EmptyValue />
        ),
    },
    { field: 'state', card: 'badge', cell: ({ state }) => <FileStateBadge state={state} /> },
    { field: 'owner', card: 'foot', cell: ({ owner }) => owner.name },
    {
      field: 'created_at',
      variant: 'second',
      card: 'foot',
      cell: ({ created_at }) => <time dateTime={created_at}>{formatDateTime(created_at)}</time>,
    },
    { field: 'rows', variant: 'numeric', card: 'none', cell: ({ rows }) => formatNumber(rows) },
    { field: 'found', variant: 'numeric', card: 'none', cell: ({ found }) => formatNumber(found) },
    {
      field: 'not_found',
      variant: 'numeric',
      card: 'none',
      cell: ({ not_found }) => formatNumber(not_found),
    },
  ],
}
