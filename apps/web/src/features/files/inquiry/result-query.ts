import type { CallInput } from '@backoffice/contract/endpoint'
import { fileEndpoints, type TrackedFile } from '@backoffice/contract/files'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../net/call.ts'

type Body = NonNullable<CallInput<typeof fileEndpoints.result>['body']>

/** A page of a result, which never changes. The key includes its end: a run after a failure has another. */
export function resultQuery(
  { source_filekey, finished_at }: TrackedFile,
  query: Omit<Body, 'source_filekey'>,
) {
  const body = { source_filekey, ...query }
  return queryOptions({
    queryKey: ['files', 'result', finished_at, body],
    queryFn: ({ signal }) => call(fileEndpoints.result, { body, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
