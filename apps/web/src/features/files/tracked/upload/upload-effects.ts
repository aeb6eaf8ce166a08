import { fileEndpoints } from '@backoffice/contract/files'
import { size } from '../../../../kit/format/format-number.ts'
import { backoffMs, pause } from '../../../../net/backoff.ts'
import { call } from '../../../../net/call.ts'
import { updateFile } from '../file-queries.ts'
import { changeFile } from '../file-writes.ts'
import { preCheckError } from './pre-check.ts'
import type { Ticket, Upload } from './upload.ts'
import type { Effect, PartFailure, UploadEvent } from './upload-reducer.ts'

/** Longest wait between two tries of a part. */
const MAX_WAIT_MS = 10_000
/** HTTP/1.1 allows six connections, of which two remain for calls and the event stream. */
const MAX_CONCURRENT_PUTS = 4

/** Inputs of an upload that are not part of its displayed state. */
export type UploadContext = {
  file: File
  run: AbortController
  /** Signing again with the same key returns the same file. */
  idempotencyKey: string
  /** Size of the file whose upload is resumed. */
  expectedSize: number | undefined
}

const limitPuts = createLimiter(MAX_CONCURRENT_PUTS)
/** A digest holds the whole file in memory. */
const limitDigests = createLimiter(1)

/** Resolves with the next event, or undefined. `upload` is the state that requested the effect. */
export async function perform(
  effect: Effect,
  upload: Upload,
  context: UploadContext,
  dispatch: (event: UploadEvent) => void,
): Promise<UploadEvent | undefined> {
  const { signal } = context.run
  switch (effect.type) {
    case 'check':
      return limitDigests(async () => (signal.aborted ? undefined : check(upload, context)))
    case 'sign':
      return { type: 'signed', ticket: await sign(upload, context, signal) }
    case 'put':
      return limitPuts(async () =>
        signal.aborted
          ? undefined
          : put(effect.part, upload, context.file, signal, dispatch).catch((error) =>
              explainClosed(error, upload, signal),
            ),
      )
    case 'wait':
      await pause(backoffMs(effect.tries + 1, MAX_WAIT_MS) ?? MAX_WAIT_MS, signal)
      return { type: 'waited', part: effect.part }
    case 'register':
      return register(upload, signal)
    case 'discard':
      // Otherwise the file expires a day later.
      await discard(effect.sourceFilekey).catch(() => undefined)
      return undefined
    case 'abort':
      return undefined
  }
}

async function discard(source_filekey: string): Promise<void> {
  await changeFile('cancel', await call(fileEndpoints.get, { query: { source_filekey } }))
}

async function check({ category }: Upload, { file, expectedSize }: UploadContext): Promise<UploadEvent> {
  const isOther = expectedSize !== undefined && expectedSize !== file.size
  const reason = isOther
    ? `This is a different file. It has ${size(file.size)}, the original file has ${size(expectedSize)}.`
    : await preCheckError(file, category)
  if (reason) return { type: 'step-failed', reason, isFinal: true }
  // Browsers digest only on https or localhost; without a digest the server cannot verify the upload.
  if (!crypto.subtle) return { type: 'checked', sha256: undefined }
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return { type: 'checked', sha256: hex(digest) }
}

function hex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

async function sign(
  { category, ticket, sha256 }: Upload,
  { file, idempotencyKey }: UploadContext,
  signal: AbortSignal,
) {
  const reply = await call(fileEndpoints.presign, {
    body: ticket
      ? { source_filekey: ticket.sourceFilekey }
      : {
          file_name: file.name,
          content_type: file.type,
          size: file.size,
          category,
          ...(sha256 && { sha256 }),
        },
    ...(!ticket && { idempotencyKey }),
    signal,
  })
  return {
    sourceFilekey: reply.source_filekey,
    urls: reply.part_urls ?? (reply.upload_url ? [reply.upload_url] : []),
    partSize: reply.part_urls ? (reply.part_size ?? file.size) : file.size,
    headers: reply.headers ?? {},
  } satisfies Ticket
}

export class PutError extends Error {
  readonly kind: PartFailure

  constructor(kind: PartFailure, message: string) {
    super(message)
    this.kind = kind
  }
}

function putError(status: number): PutError {
  if (status === 403)
    return new PutError('expired', 'The upload link expired and could not be renewed. Try again.')
  if (status === 507) {
    return new PutError(
      'full',
      'Storage is full. Ask an administrator to free some space, then try again. Uploaded parts are kept.',
    )
  }
  // A bucket returns 404 for a completed or aborted upload.
  if (status === 409 || status === 404) return new PutError('closed', 'This file no longer accepts uploads.')
  // A bucket returns 400 for a part that takes too long.
  if (status >= 500 || status === 400 || status === 408 || status === 429 || status === 0)
    return new PutError('lost', 'The connection to the file store was lost.')
  return new PutError('refused', 'The file store refused the upload. Choose the file again.')
}

/** Throws another error if the store knows no upload for a file that still waits for one. */
async function explainClosed(error: unknown, { ticket }: Upload, signal: AbortSignal): Promise<never> {
  if (!ticket || !(error instanceof PutError) || error.kind !== 'closed') throw error
  const query = { source_filekey: ticket.sourceFilekey }
  const { state } = await call(fileEndpoints.get, { query, signal })
  if (state !== 'PENDING_UPLOAD') throw error
  throw new PutError(
    'refused',
    'The file store does not know this upload. Dismiss it and choose the file again.',
  )
}

/** Sends one part directly to storage. Uses XHR, because fetch does not report progress. */
function put(
  part: number,
  { ticket }: Upload,
  file: File,
  signal: AbortSignal,
  dispatch: (event: UploadEvent) => void,
): Promise<UploadEvent> {
  const url = ticket?.urls[part]
  if (!ticket || url === undefined) throw new PutError('refused', 'This part has no upload address.')
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('PUT', url)
    for (const [name, value] of Object.entries(ticket.headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded }) => dispatch({ type: 'sent', part, bytes: loaded })
    request.onload = () =>
      request.status < 300
        ? resolve({ type: 'stored', part, etag: request.getResponseHeader('etag') ?? '' })
        : reject(putError(request.status))
    request.onerror = () => reject(putError(0))
    request.ontimeout = request.onerror
    // The browser aborts requests while a page unloads; the user may still choose to stay.
    request.onabort = request.onerror
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file.slice(part * ticket.partSize, (part + 1) * ticket.partSize))
  })
}

async function register({ ticket, parts }: Upload, signal: AbortSignal): Promise<UploadEvent | undefined> {
  if (!ticket) return undefined
  const etags = parts.length > 1 ? { etags: parts.map((part) => part.etag) } : {}
  const body = { source_filekey: ticket.sourceFilekey, ...etags }
  updateFile(await call(fileEndpoints.register, { body, signal }))
  return { type: 'registered' }
}

/** Runs at most `max` calls at a time, in order. */
function createLimiter(max: number) {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(run: () => Promise<T>): Promise<T> => {
    if (running < max) running += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await run()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
