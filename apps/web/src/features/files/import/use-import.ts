import type { TrackedFile } from '@backoffice/contract/files'
import { useWrite } from '../../../kit/form/use-write.ts'
import { call } from '../../../net/call.ts'
import { queryClient } from '../../../net/query-client.ts'
import { fileKeys } from '../tracked/file-queries.ts'
import { importEndpoints } from '../tracked/import/import-endpoints.ts'

type Options = {
  /** True if the component shows the error itself. */
  showsError?: boolean
}

/** Starts an import. While rows are rejected, `partial` must be true to import the valid ones. */
export function useImport({ source_filekey, version, category }: TrackedFile, options: Options = {}) {
  return useWrite({
    ...options,
    isRepeatable: true,
    run: ({ partial }: { partial?: boolean }, idempotencyKey) =>
      call(importEndpoints(category).confirm, {
        body: { source_filekey, version, ...(partial !== undefined && { partial }) },
        idempotencyKey,
      }),
    refresh: () => queryClient.invalidateQueries({ queryKey: fileKeys.detail(source_filekey) }),
    awaitsRefresh: true,
  })
}
