import type { Inquiry } from '@backoffice/contract/endpoints/inquiries'
import { Link } from '@tanstack/react-router'
import { type Cells, HeadRow, RowCells } from '../../kit/columns/cells.tsx'
import { useShownColumns } from '../../kit/columns/shown-columns.ts'
import { FileStateBadge } from '../../kit/file-state.tsx'
import { formatDateTime } from '../../kit/format-time.ts'
import { PURPOSE_LABELS } from '../../kit/purposes.ts'
import { EmptyValue } from '../../ui/card.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import { code, numeric, SkeletonRows, second, Table } from '../../ui/table.tsx'
import css from './files-table.module.css'

type Props = { inquiries: readonly Inquiry[] | undefined; busy: boolean }

export function InquiriesTable({ inquiries, busy }: Props) {
  const shown = useShownColumns('inquiries')
  return (
    <Table label="Past inquiries" busy={busy || !inquiries}>
      <thead>
        <HeadRow list="inquiries" shown={shown} cells={CELLS} />
      </thead>
      <tbody>
        {inquiries ? (
          inquiries.map((inquiry) => (
            <tr key={inquiry.id}>
              <RowCells row={inquiry} shown={shown} cells={CELLS} />
            </tr>
          ))
        ) : (
          <SkeletonRows rows={5} columns={shown.length} />
        )}
      </tbody>
    </Table>
  )
}

const CELLS: Cells<'inquiries', Inquiry> = {
  purpose: { cell: ({ purpose }) => PURPOSE_LABELS[purpose] },
  ticket: { variant: code, cell: ({ ticket_no }) => ticket_no ?? <EmptyValue /> },
  file: { cell: (inquiry) => <FileLink inquiry={inquiry} /> },
  state: { cell: ({ state }) => <FileStateBadge state={state} /> },
  run_by: { cell: ({ owner }) => owner.name },
  run: {
    variant: second,
    cell: ({ created_at }) => <time dateTime={created_at}>{formatDateTime(created_at)}</time>,
  },
  rows: { variant: numeric, cell: ({ rows }) => formatNumber(rows) },
  found: { variant: numeric, cell: ({ found }) => formatNumber(found) },
  not_found: { variant: numeric, cell: ({ not_found }) => formatNumber(not_found) },
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
