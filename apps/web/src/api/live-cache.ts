import type { Reply } from '@backoffice/contract/endpoint'
import type { fileEndpoints, TrackedFile } from '@backoffice/contract/endpoints/files'
import { dashboardKeys } from './dashboard.ts'
import { fileKeys } from './files.ts'
import { inquiryKeys } from './inquiries.ts'
import { keepPushed, later } from './pushed-files.ts'
import { queryClient } from './query-client.ts'

type Files = Reply<typeof fileEndpoints.list>

/** The list with the file as it is now; the same list if the file is not on this page of it. */
export function withFile(files: Files | undefined, arrived: TrackedFile): Files | undefined {
  if (!files?.items.some((file) => file.source_filekey === arrived.source_filekey)) return files
  const items = files.items.map((file) =>
    file.source_filekey === arrived.source_filekey ? later(file, arrived) : file,
  )
  return { ...files, items }
}

/** Lists and figures are read again at most this often, however many files move. */
const LISTS_EVERY_MS = 1_000

let due = false

/** Reads again what cannot be worked out from one file. */
function filesMayHaveChanged(): void {
  if (due) return
  due = true
  setTimeout(() => {
    due = false
    for (const queryKey of [fileKeys.lists, inquiryKeys.lists, dashboardKeys.all])
      void queryClient.invalidateQueries({ queryKey })
  }, LISTS_EVERY_MS)
}

/** After a time without pushes everything on screen is read again. */
export function catchUp(): void {
  filesMayHaveChanged()
  void queryClient.invalidateQueries({ queryKey: fileKeys.ones })
}

/** A file as the lists that were read show it. */
export function listedFile(sourceFilekey: string): TrackedFile | undefined {
  return queryClient
    .getQueriesData<Files>({ queryKey: fileKeys.lists })
    .flatMap(([, files]) => files?.items ?? [])
    .find((file) => file.source_filekey === sourceFilekey)
}

export function fileArrived(file: TrackedFile): void {
  const before = keepPushed(file) ?? listedFile(file.source_filekey)
  queryClient.setQueryData<TrackedFile>(fileKeys.one(file.source_filekey), (known) =>
    known ? later(known, file) : undefined,
  )
  queryClient.setQueriesData<Files>({ queryKey: fileKeys.lists }, (files) => withFile(files, file))
  // Which lists it belongs in, and the figures, only change with its state.
  if (before?.state !== file.state) filesMayHaveChanged()
}
