import type { CallInput } from '@backoffice/contract/endpoint'
import { type Artifact, fileEndpoints, type TrackedFile } from '@backoffice/contract/endpoints/files'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../net/call.ts'
import { later, notOlderThanPushed } from './pushed-files.ts'

export type FilesSearch = NonNullable<CallInput<typeof fileEndpoints.list>['query']>

export const fileKeys = {
  all: ['files'] as const,
  lists: ['files', 'list'] as const,
  ones: ['files', 'one'] as const,
  one: (source_filekey: string) => ['files', 'one', source_filekey] as const,
  errors: (source_filekey: string, attempt: number) => ['files', 'errors', source_filekey, attempt] as const,
}

export function filesQuery(query: FilesSearch) {
  return queryOptions({
    queryKey: [...fileKeys.lists, query],
    queryFn: ({ signal }) => call(fileEndpoints.list, { query, signal }),
  })
}

export function fileQuery(source_filekey: string) {
  return queryOptions({
    queryKey: fileKeys.one(source_filekey),
    // A push can overtake the reply, and there is nothing yet to write it into.
    queryFn: async ({ signal }) =>
      notOlderThanPushed(await call(fileEndpoints.get, { query: { source_filekey }, signal })),
    // Both are readings of this very file.
    structuralSharing: (known, arrived) => later(known as TrackedFile | undefined, arrived as TrackedFile),
  })
}

/** The errors of one reading of the file; another attempt has others. */
export function fileErrorsQuery(source_filekey: string, attempt: number) {
  return queryOptions({
    queryKey: fileKeys.errors(source_filekey, attempt),
    queryFn: ({ signal }) => call(fileEndpoints.errors, { query: { source_filekey }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function cancelFile(source_filekey: string) {
  return call(fileEndpoints.cancel, { body: { source_filekey } })
}

export function retryFile(source_filekey: string) {
  return call(fileEndpoints.retry, { body: { source_filekey } })
}

/** Follows a link that is signed for a few minutes: the browser saves the file, this page never holds it. */
export async function downloadFile(source_filekey: string, artifact: Artifact): Promise<void> {
  const { download_url } = await call(fileEndpoints.presign, { body: { source_filekey, artifact } })
  if (download_url === undefined) throw new Error('The reply has no download address.')
  const link = document.createElement('a')
  link.href = download_url
  link.rel = 'noreferrer'
  link.click()
}
