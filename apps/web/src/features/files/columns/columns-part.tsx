import { columnEndpoints, type UploadColumns } from '@backoffice/contract/columns'
import type { TrackedFile } from '@backoffice/contract/files'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { ErrorNotice, useLastingError } from '../../../kit/feedback/error-notice.tsx'
import { call } from '../../../net/call.ts'
import { Card } from '../../../ui/card.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { AlsoMatched } from '../also-matched.tsx'
import { DetailsCard } from '../details-card.tsx'
import { DEPENDS_ON_FILES } from '../tracked/file-queries.ts'
import { MatchForm, type ReadAgain } from './match-form.tsx'

type Props = {
  file: TrackedFile
  readAgain: ReadAgain
  /** Returns to the review; undefined while the file waits for its matching. */
  onReview: (() => void) | undefined
  /** Reports the current choices, such as `8 of 10 matched`. */
  onMatched: (matched: string | undefined) => void
  /** Called with the other files that were matched in the same way. */
  onSent: (also: AlsoMatched) => void
}

/** The match step of an upload with foreign columns. */
export function ColumnsPart({ file, ...on }: Props) {
  const { data, error, isFetching, refetch } = useQuery({
    ...columnsQuery(file),
    enabled: file.may.match,
    placeholderData: keepPreviousData,
  })
  const lastingError = useLastingError({ error, data })
  if (!file.may.match)
    return (
      <>
        <Notice tone="info" title="The columns of this file are not matched yet.">
          {file.uploaded_by.name} can match them. Otherwise the file expires.
        </Notice>
        <DetailsCard file={file} />
      </>
    )
  if (lastingError)
    return <ErrorNotice what="The columns" error={lastingError} busy={isFetching} onRetry={refetch} />
  if (!data)
    return (
      <Card>
        <Skeleton width="100%" height={280} />
      </Card>
    )
  return <MatchForm key={identityOf(data)} {...{ file, ...on }} columns={data} />
}

/** Choices are kept while the columns stay the same, whatever else changes about the file. */
function identityOf({ sheet, header_row, columns }: UploadColumns): string {
  return JSON.stringify([sheet, header_row, columns.map(({ index, name }) => [index, name])])
}

/** Columns of the upload in a version of the file. Depends on files, as others may wait for the same matching. */
function columnsQuery({ source_filekey, version }: TrackedFile) {
  return queryOptions({
    queryKey: ['files', 'columns', source_filekey, version],
    queryFn: ({ signal }) => call(columnEndpoints.get, { query: { source_filekey }, signal }),
    meta: DEPENDS_ON_FILES,
  })
}
