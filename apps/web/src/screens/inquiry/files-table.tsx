import type { TrackedFile } from '@backoffice/contract/endpoints/files'
import { isInProgress } from '@backoffice/contract/file-states'
import { Link } from '@tanstack/react-router'
import { FileStateBadge } from '../../files/file-state.tsx'
import type { TableDefinition } from '../../kit/columns/columns.ts'
import { formatDateTime, formatExactTime } from '../../kit/format-time.ts'
import { EmptyValue } from '../../ui/card.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import { Progress } from '../../ui/progress.tsx'
import { numeric, rowLink, second } from '../../ui/table.tsx'
import css from './lists.module.css'

export const FILES_TABLE: TableDefinition<TrackedFile> = {
  name: 'files',
  title: 'Tracked files',
  rowKey: (file) => file.source_filekey,
  columns: [
    {
      id: 'file_name',
      label: 'Name',
      variant: rowLink,
      cell: ({ source_filekey, file_name }) => (
        <Link to="/files/$source_filekey" params={{ source_filekey }} className={css.name} title={file_name}>
          {file_name}
        </Link>
      ),
    },
    { id: 'state', label: 'State', cell: ({ state }) => <FileStateBadge state={state} /> },
    {
      id: 'rows',
      label: 'Rows',
      variant: numeric,
      cell: ({ counts }) => (counts.total > 0 ? formatNumber(counts.total) : <EmptyValue />),
    },
    { id: 'progress', label: 'Progress', cell: (file) => <ProgressCell file={file} /> },
    { id: 'uploaded_by', label: 'Uploaded by', cell: ({ uploaded_by }) => uploaded_by.name },
    {
      id: 'created_at',
      label: 'Uploaded',
      variant: second,
      cell: ({ created_at }) => (
        <time dateTime={created_at} title={formatExactTime(created_at)}>
          {formatDateTime(created_at)}
        </time>
      ),
    },
  ],
}

function ProgressCell({ file }: { file: TrackedFile }) {
  const { counts, state, percent } = file
  if (isInProgress(state)) {
    return (
      <span className={css.progress}>
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
