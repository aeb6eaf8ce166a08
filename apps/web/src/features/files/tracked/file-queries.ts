import type { CallInput } from '@backoffice/contract/endpoint'
import { fileEndpoints, type TrackedFile } from '@backoffice/contract/files'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../net/call.ts'
import { DEPENDS_ON_FILES, fileKeys, laterOf, laterOfPushed } from './file-cache.ts'

export type FilesSearch = NonNullable<CallInput<typeof fileEndpoints.list>['query']>

export function filesQuery(query: FilesSearch) {
  return queryOptions({
    queryKey: [...fileKeys.lists, query],
    queryFn: ({ signal }) => call(fileEndpoints.list, { query, signal }),
    meta: DEPENDS_ON_FILES,
  })
}

export function fileQuery(source_filekey: string) {
  return queryOptions({
    queryKey: fileKeys.detail(source_filekey),
    // A push can overtake the first reply, while the cache has no entry that it could update.
    queryFn: async ({ signal }) =>
      laterOfPushed(await call(fileEndpoints.get, { query: { source_filekey }, signal })),
    // Only states of this file are cached under its key.
    structuralSharing: (cached, arrived) =>
      laterOf(cached as TrackedFile | undefined, arrived as TrackedFile),
  })
}
