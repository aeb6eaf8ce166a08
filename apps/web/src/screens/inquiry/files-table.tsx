import type { TrackedFile } from '@backoffice/contract/endpoints/files'
import { isMoving } from '@backoffice/contract/file-states'
import { Link } from '@tanstack/react-router'
import { figure } from '../../kit/figures.ts'
import { FileStateBadge } from '../../kit/file-state.tsx'
import { moment, when } from '../../kit/times.ts'
import { Nothing } from '../../ui/card.tsx'
import { Progress } from '../../ui/progress.tsx'
import { numeric, SkeletonRows, second, Table } from '../../ui/table.tsx'
import css from './files-table.module.css'

type Props = { files: readonly TrackedFile[] | undefined; busy: boolean; rows: number }

export function FilesTable({ files, busy, rows }: Props) {
  return (
    <Table label="Tracked files" busy={busy || !files}>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">State</th>
          <th scope="col" {...numeric}>
            Rows
          </th>
          <th scope="col">Progress</th>
          <th scope="col">Uploaded by</th>
          <th scope="col">Uploaded</th>
        </tr>
      </thead>
      <tbody>
        {files ? (
          files.map((file) => <FileRow key={file.source_filekey} file={file} />)
        ) : (
          <SkeletonRows rows={rows} columns={6} />
        )}
      </tbody>
    </Table>
  )
}

function FileRow({ file }: { file: TrackedFile }) {
  return (
    <tr className={css.row}>
      <td>
        <Link
          to="/files/$source_filekey"
          params={{ source_filekey: file.source_filekey }}
          className={css.name}
          title={file.file_name}
        >
          {file.file_name}
        </Link>
      </td>
      <td>
        <FileStateBadge state={file.state} />
      </td>
      <td {...numeric}>{file.counts.total > 0 ? figure(file.counts.total) : <Nothing />}</td>
      <td>
        <Course file={file} />
      </td>
      <td>{file.uploaded_by.name}</td>
      <td {...second}>
        <time dateTime={file.created_at} title={moment(file.created_at)}>
          {when(file.created_at)}
        </time>
      </td>
    </tr>
  )
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
  if (state === 'COMPLETED' || state === 'COMPLETED_WITH_ERRORS') return <>{figure(counts.found)} found</>
  if (state === 'AWAITING_CONFIRMATION') return <>{figure(counts.valid)} valid</>
  return <Nothing />
}
