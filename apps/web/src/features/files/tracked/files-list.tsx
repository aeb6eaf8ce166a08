import { isInProgress } from '@backoffice/contract/file-states'
import type { TrackedFile } from '@backoffice/contract/files'
import { filesList } from '@backoffice/contract/lists/files'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { formatDateTime, formatExactTime } from '../../../kit/format/format-time.ts'
import type { List } from '../../../kit/list/columns.ts'
import { EmptyValue } from '../../../ui/card.tsx'
import { formatNumber } from '../../../ui/format-number.ts'
import { Progress } from '../../../ui/progress.tsx'
import { filesQuery } from './file-queries.ts'
import { FileStateBadge } from './file-state.tsx'
import { usePolling } from './file-stream.ts'
import css from './files-list.module.css'

export const FILES: List<TrackedFile, typeof filesList> = {
  declaration: filesList,
  noun: 'file',
  idOf: ({ source_filekey }) => source_filekey,
  nameOf: ({ file_name }) => file_name,
  open: ({ source_filekey }) => ({ to: '/files/$source_filekey', params: { source_filekey } }),
  columns: [
    {
      field: 'file_name',
      always: true,
      card: 'title',
      cell: ({ file_name }) => (
        <span className={css.name} title={file_name}>
          {file_name}
        </span>
      ),
    },
    {
      field: 'state',
      card: 'badge',
      cell: (file) => <FileStateBadge {...file} />,
    },
    {
      field: 'rows',
      variant: 'numeric',
      cell: ({ counts }) => (counts.total > 0 ? formatNumber(counts.total) : <EmptyValue />),
    },
    { field: 'progress', label: 'Progress', cell: (file) => <ProgressCell file={file} /> },
    { field: 'uploaded_by', card: 'foot', cell: ({ uploaded_by }) => uploaded_by.name },
    {
      field: 'created_at',
      variant: 'second',
      card: 'foot',
      cell: ({ created_at }) => (
        <time dateTime={created_at} title={formatExactTime(created_at)}>
          {formatDateTime(created_at)}
        </time>
      ),
    },
  ],
}

/** A page of tracked files, polled while there is no event stream. */
export function useFiles(query: Parameters<typeof filesQuery>[0]) {
  const refetchInterval = usePolling()
  return useQuery({ ...filesQuery(query), placeholderData: keepPreviousData, refetchInterval })
}

function ProgressCell({ file }: { file: TrackedFile }) {
  const { counts, state, percent, hold } = file
  if (isInProgress(state)) {
    return (
      <span className={css.progress}>
        <Progress thin label={`Progress of ${file.file_name}`} value={percent} />
        <span>{Math.floor(percent)}%</span>
      </span>
    )
  }
  if (hold?.is_held) return <EmptyValue />
  if (state === 'COMPLETED' || state === 'COMPLETED_WITH_ERRORS') return outcomeOf(file) ?? <EmptyValue />
  if (state === 'MATCHING') return <>Match columns</>
  if (state === 'AWAITING_CONFIRMATION') return <>{formatNumber(counts.valid)} valid</>
  return <EmptyValue />
}

/** `34 found`, `3 written` or `12 done`; undefined for an export, whose rows are its outcome. */
export function outcomeOf({ kind, counts, preview }: TrackedFile): string | undefined {
  if (kind === 'inquiry') return counts.found === null ? undefined : `${formatNumber(counts.found)} found`
  if (kind === 'action') return `${formatNumber(counts.valid)} done`
  const written = preview?.written
  return written ? `${formatNumber(written.new + written.changed)} written` : undefined
}
