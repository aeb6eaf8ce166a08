import type { TrackedFile } from '@backoffice/contract/files'
import { fixEndpoints } from '@backoffice/contract/fixes'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../net/call.ts'

/** Rows of the last check, card numbers masked. Every check increases the version. */
export function rowsToFixQuery({ source_filekey, version }: TrackedFile) {
  return queryOptions({
    queryKey: ['files', 'rows-to-fix', source_filekey, version],
    queryFn: ({ signal }) => call(fixEndpoints.rows, { query: { source_filekey }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
