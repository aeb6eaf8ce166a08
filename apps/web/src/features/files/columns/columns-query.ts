import { columnEndpoints } from '@backoffice/contract/columns'
import type { TrackedFile } from '@backoffice/contract/files'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../net/call.ts'
import { DEPENDS_ON_FILES } from '../tracked/file-cache.ts'

/** Columns of the upload in a version of the file. Depends on files: others may wait for the same matching. */
export function columnsQuery({ source_filekey, version }: TrackedFile) {
  return queryOptions({
    queryKey: ['files', 'columns', source_filekey, version],
    queryFn: ({ signal }) => call(columnEndpoints.get, { query: { source_filekey }, signal }),
    meta: DEPENDS_ON_FILES,
  })
}
