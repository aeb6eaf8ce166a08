import type { Inquiry } from '@backoffice/contract/endpoints/inquiries'
import { PURPOSE_LABELS } from '@backoffice/contract/purposes'
import { Link } from '@tanstack/react-router'
import { FileStateBadge } from '../../files/file-state.tsx'
import type { TableDefinition } from '../../kit/columns/columns.ts'
import { formatDateTime } from '../../kit/format-time.ts'
import { EmptyValue } from '../../ui/card.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import { code, numeric, second } from '../../ui/table.tsx'
import css from './lists.module.css'

export const INQUIRIES_TABLE: TableDefinition<Inquiry> = {
  name: 'inquiries',
  title: 'Past inquiries',
  rowKey: (inquiry) => inquiry.id,
  columns: [
    { id: 'purpose', label: 'Purpose', cell: ({ purpose }) => PURPOSE_LABELS[purpose] },
    { id: 'ticket_no', label: 'Ticket', variant: code, cell: ({ ticket_no }) => ticket_no ?? <EmptyValue /> },
    { id: 'file_name', label: 'File', cell: (inquiry) => <FileLink inquiry={inquiry} /> },
    { id: 'state', label: 'State', cell: ({ state }) => <FileStateBadge state={state} /> },
    { id: 'owner', label: 'Run by', cell: ({ owner }) => owner.name },
    {
      id: 'created_at',
      label: 'Run',
      variant: second,
      cell: ({ created_at }) => <time dateTime={created_at}>{formatDateTime(created_at)}</time>,
    },
    { id: 'rows', label: 'Rows', variant: numeric, cell: ({ rows }) => formatNumber(rows) },
    { id: 'found', label: 'Found', variant: numeric, cell: ({ found }) => formatNumber(found) },
    {
      id: 'not_found',
      label: 'Not found',
      variant: numeric,
      cell: ({ not_found }) => formatNumber(not_found),
    },
  ],
}

function FileLink({ inquiry: { source_filekey, file_name } }: { inquiry: Inquiry }) {
  if (!source_filekey) return file_name ?? <EmptyValue />
  return (
    <Link
      to="/files/$source_filekey"
      params={{ source_filekey }}
      className={css.file}
      title={file_name ?? undefined}
    >
      {file_name}
    </Link>
  )
}
