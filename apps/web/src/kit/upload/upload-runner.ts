import { fileEndpoints } from '@backoffice/contract/endpoints/files'
import { backoffMs, pause } from '../../api/backoff.ts'
import { call } from '../../api/call.ts'
import { Failure, wordsOf } from '../../api/failure.ts'
import { cancelFile } from '../../api/files.ts'
import { onSessionEnd } from '../../session/ending.ts'
import { refusal } from './pre-check.ts'
import { PutFailure, putPart } from './put-part.ts'
import { IDLE, isUnderWay, type Ticket, type Upload, useUpload } from './upload.ts'
import { advance, type Effect, type UploadEvent } from './upload-machine.ts'

/** Between two tries of a part. */
const LONGEST_WAIT_MS = 10_000

let file: File | undefined
let run = new AbortController()
/** One per chosen file: asking for its address twice gives the same file twice. */
let idempotencyKey = ''

onSessionEnd(() => {
  run.abort()
  file = undefined
  useUpload.setState(IDLE)
  window.onbeforeunload = null
})

export function startUpload(chosen: File): void {
  if (isUnderWay(useUpload.getState())) return
  file = chosen
  idempotencyKey = crypto.randomUUID()
  if (run.signal.aborted) run = new AbortController()
  happened({ type: 'chosen', name: chosen.name, size: chosen.size })
}

export function happened(event: UploadEvent): void {
  const [next, effects] = advance(useUpload.getState(), event)
  useUpload.setState(next)
  window.onbeforeunload = isUnderWay(next) ? (leaving) => leaving.preventDefault() : null
  for (const effect of effects) start(effect)
}

function start(effect: Effect): void {
  if (effect.do === 'abort') {
    run.abort()
    run = new AbortController()
    return
  }
  const { signal } = run
  perform(effect, signal).then(
    (event) => event && !signal.aborted && happened(event),
    (error: unknown) => !signal.aborted && happened(brokenBy(effect, error)),
  )
}

function brokenBy(effect: Effect, error: unknown): UploadEvent {
  if (effect.do === 'put') {
    const [why, reason] =
      error instanceof PutFailure ? [error.why, error.message] : (['lost', wordsOf(error)] as const)
    return { type: 'part-failed', part: effect.part, why, reason }
  }
  // What the server refused it would refuse again; without an answer a second try may do.
  const final = error instanceof Failure && error.status >= 400 && error.status < 500 && error.status !== 429
  return { type: 'broke', reason: wordsOf(error), final }
}

async function perform(effect: Effect, signal: AbortSignal): Promise<UploadEvent | undefined> {
  const upload = useUpload.getState()
  if (!file) return undefined
  switch (effect.do) {
    case 'check':
      return check(file)
    case 'sign':
      return { type: 'signed', ticket: await sign(file, upload, signal) }
    case 'put':
      return put(file, upload, effect.part, signal)
    case 'wait':
      await pause(backoffMs(effect.tries + 1, LONGEST_WAIT_MS) ?? LONGEST_WAIT_MS, signal)
      return { type: 'waited', part: effect.part }
    case 'register':
      return register(upload, signal)
    case 'discard':
      // It would expire by itself a day later.
      await cancelFile(effect.sourceFilekey).catch(() => undefined)
      return undefined
    case 'abort':
      return undefined
  }
}

async function check(chosen: File): Promise<UploadEvent> {
  const head = new Uint8Array(await chosen.slice(0, 8).arrayBuffer())
  const reason = refusal(chosen.name, chosen.size, head)
  if (reason) return { type: 'broke', reason, final: true }
  // Browsers only digest on https or this machine; without it the server is not told what to expect.
  if (!crypto.subtle) return { type: 'checked', sha256: undefined }
  const digest = await crypto.subtle.digest('SHA-256', await chosen.arrayBuffer())
  return { type: 'checked', sha256: hex(digest) }
}

function hex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

async function sign(chosen: File, upload: Upload, signal: AbortSignal): Promise<Ticket> {
  const reply = await call(fileEndpoints.presign, {
    body: upload.ticket
      ? { source_filekey: upload.ticket.sourceFilekey }
      : {
          file_name: chosen.name,
          content_type: chosen.type || 'text/csv',
          size: chosen.size,
          category: 'SMAC_INQUIRY',
          ...(upload.sha256 && { sha256: upload.sha256 }),
        },
    ...(!upload.ticket && { idempotencyKey }),
    signal,
  })
  return {
    sourceFilekey: reply.source_filekey,
    urls: reply.part_urls ?? (reply.upload_url ? [reply.upload_url] : []),
    partSize: reply.part_urls ? (reply.part_size ?? chosen.size) : chosen.size,
    headers: reply.headers ?? {},
  }
}

async function put(chosen: File, upload: Upload, part: number, signal: AbortSignal): Promise<UploadEvent> {
  const url = upload.ticket?.urls[part]
  if (!upload.ticket || url === undefined)
    throw new PutFailure('refused', 'There is no address for this part.')
  const { partSize, headers } = upload.ticket
  const etag = await putPart({
    url,
    headers,
    signal,
    body: chosen.slice(part * partSize, (part + 1) * partSize),
    onSent: (bytes) => !signal.aborted && happened({ type: 'sent', part, bytes }),
  })
  return { type: 'stored', part, etag }
}

async function register({ ticket, parts }: Upload, signal: AbortSignal): Promise<UploadEvent | undefined> {
  if (!ticket) return undefined
  const etags = parts.length > 1 ? { etags: parts.map((part) => part.etag) } : {}
  await call(fileEndpoints.register, { body: { source_filekey: ticket.sourceFilekey, ...etags }, signal })
  return { type: 'registered' }
}
