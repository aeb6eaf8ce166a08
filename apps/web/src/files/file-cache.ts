import type { Reply } from '@backoffice/contract/endpoint'
import type { fileEndpoints, TrackedFile } from '@backoffice/contract/endpoints/files'
import { create } from 'zustand'
import { queryClient } from '../net/query-client.ts'

type Files = Reply<typeof fileEndpoints.list>

export type FileStream = { live: boolean; downSinceMs: number }

/** Whether changes of files are being pushed to this tab; screens poll while they are not. */
export const useFileStream = create<FileStream>()(() => ({ live: false, downSinceMs: Date.now() }))

export const fileKeys = {
  lists: ['files', 'list'] as const,
  details: ['files', 'detail'] as const,
  detail: (source_filekey: string) => ['files', 'detail', source_filekey] as const,
}

/** `meta` of a query whose reply depends on files but cannot be worked out from one of them: lists and counts. */
export const DEPENDS_ON_FILES = { dependsOnFiles: true } as const

/** Such queries are invalidated at most this often, however many files change. */
const INVALIDATE_EVERY_MS = 1_000

let isInvalidationDue = false

function invalidateDependents(): void {
  if (isInvalidationDue) return
  isInvalidationDue = true
  setTimeout(() => {
    isInvalidationDue = false
    void queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.dependsOnFiles === true })
  }, INVALIDATE_EVERY_MS)
}

/** Changes may have been missed while no stream was open: every query of files is invalidated. */
export function invalidateFiles(): void {
  invalidateDependents()
  void queryClient.invalidateQueries({ queryKey: fileKeys.details })
}

/**
 * The later of two states of one file. Its version increases with every change of state; of equal versions the
 * row that was read later counts.
 */
export function laterOf(cached: TrackedFile | undefined, arrived: TrackedFile): TrackedFile {
  if (!cached) return arrived
  if (cached.version !== arrived.version) return cached.version > arrived.version ? cached : arrived
  return Date.parse(cached.read_at) > Date.parse(arrived.read_at) ? cached : arrived
}

/** Files by key as they were last pushed, the oldest push first. */
const pushed = new Map<string, TrackedFile>()
const MAX_PUSHED = 200

/** Returns what was remembered of the file before. */
export function rememberPushed(file: TrackedFile): TrackedFile | undefined {
  const before = pushed.get(file.source_filekey)
  pushed.delete(file.source_filekey)
  pushed.set(file.source_filekey, laterOf(before, file))
  const [oldest] = pushed.keys()
  if (pushed.size > MAX_PUSHED && oldest !== undefined) pushed.delete(oldest)
  return before
}

/** The reply, unless a later state was pushed while it was on its way. */
export function laterOfPushed(reply: TrackedFile): TrackedFile {
  return laterOf(pushed.get(reply.source_filekey), reply)
}

/** The file as a cached list has it, to show before its own query is answered. */
export function listedFile(sourceFilekey: string): TrackedFile | undefined {
  return queryClient
    .getQueriesData<Files>({ queryKey: fileKeys.lists })
    .flatMap(([, files]) => files?.items ?? [])
    .find((file) => file.source_filekey === sourceFilekey)
}

/** Writes a file that was pushed, or came with the reply to a change, into every query that shows it. */
export function updateFile(file: TrackedFile): void {
  const before = rememberPushed(file) ?? listedFile(file.source_filekey)
  queryClient.setQueryData<TrackedFile>(fileKeys.detail(file.source_filekey), (cached) =>
    cached ? laterOf(cached, file) : undefined,
  )
  queryClient.setQueriesData<Files>({ queryKey: fileKeys.lists }, (files) => files && withFile(files, file))
  // Which lists it belongs to, and the counts, change only with its state.
  if (before?.state !== file.state) invalidateDependents()
}

/** The same list if the file is not on this page of it. */
function withFile(files: Files, arrived: TrackedFile): Files {
  const isArrived = (file: TrackedFile) => file.source_filekey === arrived.source_filekey
  if (!files.items.some(isArrived)) return files
  return { ...files, items: files.items.map((file) => (isArrived(file) ? laterOf(file, arrived) : file)) }
}
