import { type FileError, fileEndpoints, type TrackedFile } from '@backoffice/contract/files'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorNotice, useLastingError } from '../../kit/feedback/error-notice.tsx'
import { plural } from '../../kit/format/format-number.ts'
import { InCard, roles } from '../../kit/list/data-row.tsx'
import { call } from '../../net/call.ts'
import { Card, EmptyValue } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import { Pager, pagesOf } from '../../ui/pager.tsx'
import { code, numeric, SkeletonRows, Table, wide } from '../../ui/table.tsx'
import css from './errors-card.module.css'

const SIZES = [10, 25, 50, 100] as const

/** True if the check found errors, warnings or unknown columns. */
export function hasErrors({ counts, artifacts }: TrackedFile): boolean {
  return counts.error + counts.warning + counts.duplicate > 0 || artifacts.includes('errors')
}

/** The key includes the attempt, its check and the end, because checks and imports find other errors. */
export function errorsQuery({ source_filekey, attempt, validated_at, finished_at }: TrackedFile) {
  return queryOptions({
    queryKey: ['files', 'errors', source_filekey, attempt, validated_at, finished_at],
    queryFn: ({ signal }) => call(fileEndpoints.errors, { query: { source_filekey }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

type Props = {
  file: TrackedFile
  /** Number of rejected rows, whose errors alone are listed. Warnings do not reject a row. */
  rejected?: number
}

/** One call returns up to 1,000 errors. Rendering them in pages keeps the screen fast. */
export function ErrorsCard({ file, rejected }: Props) {
  const title = rejected === undefined ? 'Errors and warnings' : 'Rejected rows'
  const [page, setPage] = useState(1)
  const [size, setSize] = useState(10)
  const { data, error, isFetching, refetch } = useQuery(errorsQuery(file))
  const lastingError = useLastingError({ error, data })
  const listed = rejected === undefined ? data?.items : data?.items.filter(isError)
  const pages = pagesOf(listed?.length ?? 0, size)
  const items = listed?.slice((page - 1) * size, page * size)
  return (
    <Card
      title={title}
      flush
      aside={data && listed && listed.length > 0 && extent(listed, { ...data, rejected })}
    >
      {lastingError ? (
        <ErrorNotice what="The errors" error={lastingError} busy={isFetching} onRetry={refetch} />
      ) : data?.total === 0 ? (
        <EmptyState title="No errors">Every row is valid.</EmptyState>
      ) : data?.items.length === 0 ? (
        <EmptyState title="The errors are no longer stored">
          They were removed with the error file 30 days after the check, which found{' '}
          {plural(data.total, 'error')}.
        </EmptyState>
      ) : (
        <ErrorsTable label={title} items={items} />
      )}
      {listed && listed.length > 10 && (
        <Pager
          label="Pages of errors"
          page={page}
          pageSize={size}
          total={listed.length}
          sizes={SIZES}
          onNext={page < pages ? () => setPage(page + 1) : undefined}
          onPrevious={page > 1 ? () => setPage(page - 1) : undefined}
          onSize={(next) => {
            setSize(next)
            setPage(1)
          }}
        />
      )}
    </Card>
  )
}

const isError = ({ severity }: FileError) => severity === 'error'

type LoadedErrors = { items: readonly FileError[]; total: number; rejected: number | undefined }

/** `3 errors in 2 rows`, or `3 errors, 1 warning`, while every one is loaded. */
function extent(listed: readonly FileError[], { items, total, rejected }: LoadedErrors): string {
  if (items.length < total) return `first ${formatNumber(items.length)} of ${plural(total, 'problem')}`
  const errors = listed.filter(isError).length
  const warnings = listed.length - errors
  if (rejected !== undefined) return `${plural(errors, 'error')} in ${plural(rejected, 'row')}`
  return [errors && plural(errors, 'error'), warnings && plural(warnings, 'warning')]
    .filter(Boolean)
    .join(', ')
}

function ErrorsTable({ label, items }: { label: string; items: readonly FileError[] | undefined }) {
  return (
    <div className={css.errors}>
      <Table label={label} plain busy={!items}>
        <thead>
          <tr>
            <th scope="col" {...numeric}>
              Row
            </th>
            <th scope="col" {...numeric}>
              Line
            </th>
            <th scope="col">Column</th>
            <th scope="col">Value</th>
            <th scope="col">Code</th>
            <th scope="col">What to do</th>
          </tr>
        </thead>
        <tbody {...roles.body}>
          {items ? (
            items.map((item) => (
              <tr {...roles.row} key={`${item.line_number} ${item.column} ${item.code}`}>
                {/* Row 0 is the header. */}
                <td {...numeric} {...roles.cell}>
                  <InCard>Row </InCard>
                  {item.row_number > 0 ? formatNumber(item.row_number) : <EmptyValue />}
                </td>
                <td {...numeric} {...roles.cell}>
                  <InCard>line </InCard>
                  {formatNumber(item.line_number)}
                </td>
                <td {...roles.cell}>{item.column || <EmptyValue />}</td>
                <td {...code} {...roles.cell}>
                  {item.value || <EmptyValue />}
                </td>
                <td {...code} {...roles.cell}>
                  <span className={css.code} data-severity={item.severity}>
                    {item.code}
                  </span>
                </td>
                <td {...wide} {...roles.cell}>
                  {item.message}
                </td>
              </tr>
            ))
          ) : (
            <SkeletonRows rows={5} columns={6} />
          )}
        </tbody>
      </Table>
    </div>
  )
}
