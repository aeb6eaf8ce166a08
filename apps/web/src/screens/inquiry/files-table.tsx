import type { TrackedFile } from '@backoffice/contract/endpoints/files'
import { isMoving } from '@backoffice/contract/file-states'
import { Link } from '@tanstack/react-router'
import { type Cells, HeadRow, RowCells } from '../../kit/columns/cells.tsx'
import { useShownColumns } from '../../kit/columns/shown-columns.ts'
import { FileStateBadge } from '../../kit/file-state.tsx'
import { formatDateTime, formatExactTime } from '../../kit/format-time.ts'
import { EmptyValue } from '../../ui/card.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import { Progress } from '../../ui/progress.tsx'
import { numeric, rowLink, SkeletonRows, second, Table } from '../../ui/table.tsx'
import css from './files-table.module.css'

type Props = { files: readonly TrackedFile[] | undefined; busy: boolean; rows: number }

export function FilesTable({ files, busy, rows }: Props) {
  const shown = useShownColumns('files')
  return (
    <Table label="Tracked files" busy={busy || !files}>
      <thead>
        <HeadRow list="files" shown={shown} cells={CELLS} />
      </thead>
      <tbody>
        {files ? (
          files.map((file) => (
            <tr key={file.source_filekey}>
              <RowCells row={file} shown={shown} cells={CELLS} />
            </tr>
          ))
        ) : (
          <SkeletonRows rows={rows} columns={shown.length} />
        )}
      </tbody>
    </Table>
  )
}

const CELLS: Cells<'files', TrackedFile> = {
  name: {
    variant: rowLink,
    cell: ({ source_filekey, file_name }) => (
      <Link to="/files/$source_filekey" params={{ source_filekey }} className={css.name} title={file_name}>
        {file_name}
      </Link>
    ),
  },
  state: { cell: ({ state }) => <FileStateBadge state={state} /> },
  rows: {
    variant: numeric,
    cell: ({ counts }) => (counts.total > 0 ? formatNumber(counts.total) : <EmptyValue />),
  },
  progress: { cell: (file) => <Course file={file} /> },
  uploaded_by: { cell: ({ uploaded_by }) => uploaded_by.name },
  uploaded: {
    variant: second,
    cell: ({ created_at }) => (
      <time dateTime={created_at} title={formatExactTime(created_at)}>
        {formatDateTime(created_at)}
      </time>
    ),
  },
}

function Course({ file }: { file: TrackedFile }) {
  const { counts, state, percent } = file
  if (isMoving(state)) {
    return (
      <span className={css.course}>
        <Progress thin label={`Progress of ${file.file_name}`} value={percent} />
        <span>{Math.floor(percent)} %</span>
      </span>
    )
  }
  if (state === 'COMPLETED' || state === 'COMPLETED_WITH_ERRORS')
    return <>{formatNumber(counts.found)} found</>
  if (state === 'AWAITING_CONFIRMATION') return <>{formatNumber(counts.valid)} valid</>
  return <EmptyValue />
}
