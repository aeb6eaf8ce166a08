import type { CallInput, Reply } from '@backoffice/contract/endpoint'
import { fileEndpoints, type TrackedFile } from '@backoffice/contract/files'
import { queryOptions } from '@tanstack/react-query'
import { create } from 'zustand'
import { call } from '../../../net/call.ts'
import { queryClient } from '../../../net/query-client.ts'

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

type Files = Reply<typeof fileEndpoints.list>

export type FileStream = { live: boolean; downSinceMs: number }

/** State of the event stream; screens poll while it is down. */
export const useFileStream = create<FileStream>()(() => ({ live: false, downSinceMs: Date.now() }))

export const fileKeys = {
  lists: ['files', 'list'] as const,
  details: ['files', 'detail'] as const,
  detail: (source_filekey: string) => ['files', 'detail', source_filekey] as const,
}

/** `meta` of queries that a changed file invalidates: lists and counts. */
export const DEPENDS_ON_FILES = { dependsOnFiles: true } as const

/** Minimum interval between invalidations of these queries. */
const INVALIDATE_EVERY_MS = 1_000

let isInvalidationDue = false

function invalidateDependents(): void {
  if (isInvalidationDue) return
  isInvalidationDue = true
  setTimeout(() => {
    isInvalidationDue = false
    void refreshFileLists()
  }, INVALIDATE_EVERY_MS)
}

/** Refetches lists and counts after a write of the user. */
export function refreshFileLists(): Promise<void> {
  return queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.dependsOnFiles === true })
}

/** Invalidates every query of files, because changes may have been missed without a stream. */
export function invalidateFiles(): void {
  invalidateDependents()
  void queryClient.invalidateQueries({ queryKey: fileKeys.details })
}

/**
 * The later of two states of one file. Every state change increases the version; for equal versions the later read
 * counts.
 */
export function laterOf(cached: TrackedFile | undefined, arrived: TrackedFile): TrackedFile {
  if (!cached) return arrived
  if (cached.version !== arrived.version) return cached.version > arrived.version ? cached : arrived
  return Date.parse(cached.read_at) > Date.parse(arrived.read_at) ? cached : arrived
}

/** Last pushed files by key, oldest push first. */
const pushed = new Map<string, TrackedFile>()
const MAX_PUSHED = 200

/** Returns the previously pushed state. */
export function rememberPushed(file: TrackedFile): TrackedFile | undefined {
  const before = pushed.get(file.source_filekey)
  pushed.delete(file.source_filekey)
  pushed.set(file.source_filekey, laterOf(before, file))
  const [oldest] = pushed.keys()
  if (pushed.size > MAX_PUSHED && oldest !== undefined) pushed.delete(oldest)
  return before
}

/** The reply, or a later state that was pushed in the meantime. */
export function laterOfPushed(reply: TrackedFile): TrackedFile {
  return laterOf(pushed.get(reply.source_filekey), reply)
}

/** The file from a cached list, shown while its own query loads. */
export function listedFile(sourceFilekey: string): TrackedFile | undefined {
  return queryClient
    .getQueriesData<Files>({ queryKey: fileKeys.lists })
    .flatMap(([, files]) => files?.items ?? [])
    .find((file) => file.source_filekey === sourceFilekey)
}

/** Writes a pushed or changed file into every query that shows it. */
export function updateFile(file: TrackedFile): void {
  const before = rememberPushed(file) ?? listedFile(file.source_filekey)
  queryClient.setQueryData<TrackedFile>(fileKeys.detail(file.source_filekey), (cached) =>
    cached ? laterOf(cached, file) : undefined,
  )
  queryClient.setQueriesData<Files>({ queryKey: fileKeys.lists }, (files) => files && withFile(files, file))
  // Lists and counts depend only on the state.
  if (before?.state !== file.state) invalidateDependents()
}

/** Returns the same object if the file is not on this page of the list. */
function withFile(files: Files, arrived: TrackedFile): Files {
  const isArrived = (file: TrackedFile) => file.source_filekey === arrived.source_filekey
  if (!files.items.some(isArrived)) return files
  return { ...files, items: files.items.map((file) => (isArrived(file) ? laterOf(file, arrived) : file)) }
}
