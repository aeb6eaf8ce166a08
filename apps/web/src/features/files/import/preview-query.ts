import { fileEndpoints, type TrackedFile } from '@backoffice/contract/files'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../net/call.ts'
import type { ListedOutcome, PreviewSearch } from './preview-search.ts'

/** Deeper pages require a cursor. */
const MAX_PAGE = 400

/** The key includes the attempt, its check and the end: a check changes the rows, and the import adds conflicts. */
export function previewQuery(
  { source_filekey, attempt, validated_at, finished_at }: TrackedFile,
  { field, page = 1, after }: PreviewSearch,
  outcome: ListedOutcome,
  page_size: NonNullable<PreviewSearch['size']>,
) {
  const body = {
    source_filekey,
    outcome,
    page_size,
    ...(outcome === 'changed' && field && { field }),
    ...(after ? { after } : { page: Math.min(page, MAX_PAGE) }),
  }
  return queryOptions({
    queryKey: ['files', 'preview', attempt, validated_at, finished_at, body],
    queryFn: ({ signal }) => call(fileEndpoints.preview, { body, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
