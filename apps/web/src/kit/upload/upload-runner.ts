import { fileEndpoints } from '@backoffice/contract/endpoints/files'
import { cancelFile } from '../../api/files.ts'
import { fileArrived } from '../../api/live-cache.ts'
import { ApiError, errorMessage } from '../../net/api-error.ts'
import { backoffMs, pause } from '../../net/backoff.ts'
import { call } from '../../net/call.ts'
import { isUnintended, onSessionEnd } from '../../session/sign-out.ts'
import { size } from '../format-number.ts'
import { forgetAllInterrupted, forgetInterrupted, rememberUnderWay } from './interrupted.ts'
import { refusal } from './pre-check.ts'
import { PutFailure, putPart } from './put-part.ts'
import { IDLE, isActive, isUnderWay, type Ticket, type Upload, useUploads } from './upload.ts'
import { type Effect, reducer, type UploadEvent } from './upload-machine.ts'

/** Between two tries of a part. */
const LONGEST_WAIT_MS = 10_000

/** The server's default limit of a person; lowered where the server refuses so many, other tabs' included. */
let uploadsAtOnce = 5
/** HTTP/1.1 gives a page six connections: two are left for its calls and its event stream. */
const PUTS_AT_ONCE = 4

/** What belongs to an upload and is not shown. */
type Work = {
  file: File
  run: AbortController
  /** Asking for its address twice gives the same file twice. */
  idempotencyKey: string
  /** Of the file that is sent again. */
  announcedSize: number | undefined
}

const works = new Map<string, Work>()
const inTurnToPut = createLimit(PUTS_AT_ONCE)
/** A digest holds the whole file in memory. */
const inTurnToDigest = createLimit(1)

onSessionEnd((ending) => {
  for (const { run } of works.values()) run.abort()
  works.clear()
  // The same person comes back to send them again.
  if (!isUnintended(ending)) forgetAllInterrupted()
  useUploads.setState({ uploads: [] })
  window.onbeforeunload = null
})

export function startUploads(files: readonly File[]): void {
  const opensWhenDone = files.length === 1 && useUploads.getState().uploads.length === 0
  for (const file of files) add(file, { opensWhenDone })
  startQueued()
}

/** Uploads a file again that was announced and has not arrived. */
export function sendAgain(file: File, announced: { source_filekey: string; size: number }): void {
  add(file, { opensWhenDone: false, announced })
  startQueued()
}

type Addition = { opensWhenDone: boolean; announced?: { source_filekey: string; size: number } }

function add(file: File, { opensWhenDone, announced }: Addition): void {
  const id = crypto.randomUUID()
  works.set(id, {
    file,
    run: new AbortController(),
    idempotencyKey: crypto.randomUUID(),
    announcedSize: announced?.size,
  })
  const { name, size } = file
  const [upload] = reducer(IDLE, { type: 'chosen', id, name, size, sourceFilekey: announced?.source_filekey })
  useUploads.setState(({ uploads }) => ({ uploads: [...uploads, { ...upload, opensWhenDone }] }))
}

function startQueued(): void {
  const { uploads } = useUploads.getState()
  const free = uploadsAtOnce - uploads.filter(isActive).length
  const next = uploads.filter(({ step }) => step === 'queued').slice(0, Math.max(0, free))
  for (const { id } of next) happened(id, { type: 'start' })
  const underWay = useUploads.getState().uploads.filter(isUnderWay)
  window.onbeforeunload = underWay.length > 0 ? (leaving) => leaving.preventDefault() : null
  const unfinished = useUploads.getState().uploads.filter((each) => isUnderWay(each) || each.resumeAt)
  rememberUnderWay(unfinished.flatMap(({ ticket }) => ticket?.sourceFilekey ?? []))
}

function uploadOf(id: string): Upload | undefined {
  return useUploads.getState().uploads.find((upload) => upload.id === id)
}

export function happened(id: string, event: UploadEvent): void {
  const upload = uploadOf(id)
  const work = works.get(id)
  if (!upload || !work) return
  const [next, effects] = reducer(upload, event)
  const isDone = next.step === 'done' && work.announcedSize !== undefined
  // What is sent again is watched on its own screen, which shows what follows.
  const isOver = isDone || next.step === 'cancelled' || next.step === 'idle'
  useUploads.setState(({ uploads }) => ({
    uploads: isOver
      ? uploads.filter((each) => each !== upload)
      : uploads.map((each) => (each === upload ? next : each)),
  }))
  for (const effect of effects) start(id, work, effect)
  if (isOver || next.step === 'done') works.delete(id)
  if ((next.step === 'cancelled' || next.step === 'done') && next.ticket)
    forgetInterrupted(next.ticket.sourceFilekey)
  if (event.type !== 'start' && event.type !== 'sent') startQueued()
}

function start(id: string, work: Work, effect: Effect): void {
  if (effect.do === 'abort') {
    work.run.abort()
    work.run = new AbortController()
    return
  }
  const { signal } = work.run
  perform(id, work, effect, signal).then(
    (event) => event && !signal.aborted && happened(id, event),
    (error: unknown) => !signal.aborted && happened(id, brokenBy(effect, error)),
  )
}

function brokenBy(effect: Effect, error: unknown): UploadEvent {
  if (effect.do === 'put') {
    const [why, reason] =
      error instanceof PutFailure ? [error.why, error.message] : (['lost', errorMessage(error)] as const)
    return { type: 'part-failed', part: effect.part, why, reason }
  }
  const others = useUploads.getState().uploads.filter(isActive).length - 1
  if (error instanceof ApiError && error.code === 'too_many_uploads' && others > 0) {
    uploadsAtOnce = others
    return { type: 'crowded' }
  }
  // What the server refused it would refuse again; without an answer a second try may do.
  const final = error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429
  return { type: 'broke', reason: errorMessage(error), final }
}

async function perform(
  id: string,
  work: Work,
  effect: Effect,
  signal: AbortSignal,
): Promise<UploadEvent | undefined> {
  const upload = uploadOf(id)
  switch (effect.do) {
    case 'check':
      return inTurnToDigest(async () => (signal.aborted ? undefined : check(work)))
    case 'sign':
      return upload && { type: 'signed', ticket: await sign(work, upload, signal) }
    case 'put':
      return inTurnToPut(async () =>
        upload && !signal.aborted ? put(id, work, upload, effect.part, signal) : undefined,
      )
    case 'wait':
      await pause(backoffMs(effect.tries + 1, LONGEST_WAIT_MS) ?? LONGEST_WAIT_MS, signal)
      return { type: 'waited', part: effect.part }
    case 'register':
      return upload && register(upload, signal)
    case 'discard':
      // It would expire by itself a day later.
      await cancelFile(effect.sourceFilekey).catch(() => undefined)
      return undefined
    case 'abort':
      return undefined
  }
}

async function check({ file: chosen, announcedSize }: Work): Promise<UploadEvent> {
  const head = new Uint8Array(await chosen.slice(0, 8).arrayBuffer())
  const isOther = announcedSize !== undefined && announcedSize !== chosen.size
  const reason = isOther
    ? `This is another file: it has ${size(chosen.size)}, the one to send again has ${size(announcedSize)}.`
    : refusal(chosen.name, chosen.size, head)
  if (reason) return { type: 'broke', reason, final: true }
  // Browsers only digest on https or this machine; without it the server is not told what to expect.
  if (!crypto.subtle) return { type: 'checked', sha256: undefined }
  const digest = await crypto.subtle.digest('SHA-256', await chosen.arrayBuffer())
  return { type: 'checked', sha256: hex(digest) }
}

function hex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

async function sign({ file, idempotencyKey }: Work, upload: Upload, signal: AbortSignal): Promise<Ticket> {
  const reply = await call(fileEndpoints.presign, {
    body: upload.ticket
      ? { source_filekey: upload.ticket.sourceFilekey }
      : {
          file_name: file.name,
          content_type: file.type || 'text/csv',
          size: file.size,
          category: 'SMAC_INQUIRY',
          ...(upload.sha256 && { sha256: upload.sha256 }),
        },
    ...(!upload.ticket && { idempotencyKey }),
    signal,
  })
  return {
    sourceFilekey: reply.source_filekey,
    urls: reply.part_urls ?? (reply.upload_url ? [reply.upload_url] : []),
    partSize: reply.part_urls ? (reply.part_size ?? file.size) : file.size,
    headers: reply.headers ?? {},
  }
}

async function put(
  id: string,
  { file }: Work,
  upload: Upload,
  part: number,
  signal: AbortSignal,
): Promise<UploadEvent> {
  const url = upload.ticket?.urls[part]
  if (!upload.ticket || url === undefined)
    throw new PutFailure('refused', 'There is no address for this part.')
  const { partSize, headers } = upload.ticket
  const etag = await putPart({
    url,
    headers,
    signal,
    body: file.slice(part * partSize, (part + 1) * partSize),
    onSent: (bytes) => !signal.aborted && happened(id, { type: 'sent', part, bytes }),
  })
  return { type: 'stored', part, etag }
}

async function register({ ticket, parts }: Upload, signal: AbortSignal): Promise<UploadEvent | undefined> {
  if (!ticket) return undefined
  const etags = parts.length > 1 ? { etags: parts.map((part) => part.etag) } : {}
  const body = { source_filekey: ticket.sourceFilekey, ...etags }
  fileArrived(await call(fileEndpoints.register, { body, signal }))
  return { type: 'registered' }
}

/** Runs at most `most` at a time; the others start in the order in which they asked. */
function createLimit(most: number) {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(run: () => Promise<T>): Promise<T> => {
    if (running < most) running += 1
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
