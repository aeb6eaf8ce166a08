import { IDLE, isInProgress, type Part, type Ticket, type Upload } from './upload.ts'

/** `closed` means that the file no longer accepts uploads. */
export type PartFailure = 'lost' | 'expired' | 'full' | 'refused' | 'closed'

export type UploadEvent =
  /** With `sourceFilekey`, the upload of this file is resumed. */
  | {
      type: 'chosen'
      id: string
      category?: string
      name: string
      size: number
      sourceFilekey?: string | undefined
    }
  | { type: 'start' }
  | { type: 'checked'; sha256: string | undefined }
  | { type: 'signed'; ticket: Ticket }
  | { type: 'sent'; part: number; bytes: number }
  | { type: 'stored'; part: number; etag: string }
  | { type: 'part-failed'; part: number; kind: PartFailure; reason: string }
  | { type: 'waited'; part: number }
  | { type: 'registered' }
  /** The server accepts no further concurrent uploads of this user. */
  | { type: 'limit-reached' }
  /** After an `isFinal` failure a retry would fail again. `isCutOff` means that the server was not reached. */
  | { type: 'step-failed'; reason: string; isFinal?: boolean; isCutOff?: boolean }
  /** The server is reachable again. */
  | { type: 'reconnected' }
  | { type: 'cancel' }
  | { type: 'retry' }
  | { type: 'reset' }

export type Effect =
  | { type: 'check' }
  | { type: 'sign' }
  | { type: 'put'; part: number }
  | { type: 'wait'; part: number; tries: number }
  | { type: 'register' }
  /** Stops the running effects; their later events are ignored. */
  | { type: 'abort' }
  /** Cancels the file on the server. */
  | { type: 'discard'; sourceFilekey: string }

export type Transition = readonly [Upload, readonly Effect[]]

export const MAX_CONCURRENT_PARTS = 3
const MAX_TRIES = 3
const MAX_RENEWALS = 3

function partsOf(size: number, partSize: number, count: number): Part[] {
  return Array.from({ length: count }, (_, index) => ({
    size: Math.min(partSize, Math.max(0, size - index * partSize)),
    sent: 0,
    tries: 0,
    state: 'waiting',
    etag: '',
  }))
}

function withPart(upload: Upload, index: number, change: Partial<Part>): Upload {
  return {
    ...upload,
    parts: upload.parts.map((part, at) => (at === index ? { ...part, ...change } : part)),
  }
}

/** Unstored parts start again from their first byte. */
function resetUnstored(parts: readonly Part[]): Part[] {
  return parts.map((part) => (part.state === 'stored' ? part : { ...part, state: 'waiting', sent: 0 }))
}

/** Starts waiting parts up to the limit; registers once all are stored. */
function startParts(upload: Upload): Transition {
  if (upload.parts.every((part) => part.state === 'stored')) {
    return [{ ...upload, step: 'registering' }, [{ type: 'register' }]]
  }
  let free = MAX_CONCURRENT_PARTS - upload.parts.filter((part) => part.state === 'sending').length
  const effects: Effect[] = []
  const parts = upload.parts.map((part, index) => {
    if (part.state !== 'waiting' || free <= 0) return part
    free -= 1
    effects.push({ type: 'put', part: index })
    return { ...part, state: 'sending' as const }
  })
  return [{ ...upload, step: 'uploading', parts }, effects]
}

function failed(upload: Upload, reason: string, resumeAt: Upload['resumeAt'], isCutOff = false): Transition {
  return [
    { ...upload, step: 'failed', reason, resumeAt, isCutOff, parts: resetUnstored(upload.parts) },
    [{ type: 'abort' }],
  ]
}

function partFailed(upload: Upload, event: Extract<UploadEvent, { type: 'part-failed' }>): Transition {
  const part = upload.parts[event.part]
  if (upload.step !== 'uploading' || part?.state !== 'sending') return [upload, []]
  // Cancelled on the file's screen, or registered by another tab.
  if (event.kind === 'closed')
    return [{ ...upload, step: 'cancelled', parts: resetUnstored(upload.parts) }, [{ type: 'abort' }]]
  if (event.kind === 'refused') return failed(upload, event.reason, undefined)
  // No automatic retry, because the disk would still be full.
  if (event.kind === 'full') return failed(upload, event.reason, 'uploading')
  if (event.kind === 'expired') {
    if (upload.renewals >= MAX_RENEWALS) return failed(upload, event.reason, 'signing')
    return [
      { ...upload, step: 'signing', renewals: upload.renewals + 1, parts: resetUnstored(upload.parts) },
      [{ type: 'abort' }, { type: 'sign' }],
    ]
  }
  const tries = part.tries + 1
  if (tries > MAX_TRIES) return failed(upload, event.reason, 'uploading', event.kind === 'lost')
  return [
    withPart(upload, event.part, { state: 'pausing', sent: 0, tries }),
    [{ type: 'wait', part: event.part, tries }],
  ]
}

function retry(upload: Upload): Transition {
  if (upload.step !== 'failed' || !upload.resumeAt) return [upload, []]
  const reset = {
    ...upload,
    reason: '',
    resumeAt: undefined,
    isCutOff: false,
    renewals: 0,
    parts: upload.parts.map((part) => ({ ...part, tries: 0 })),
  }
  if (upload.resumeAt === 'registering') return [{ ...reset, step: 'registering' }, [{ type: 'register' }]]
  // Sign the links again, because they may have expired.
  return [{ ...reset, step: 'signing' }, [{ type: 'sign' }]]
}

function cancel(upload: Upload): Transition {
  const hasFile = upload.step === 'failed' && upload.ticket !== undefined
  if (!isInProgress(upload) && !hasFile) return [upload, []]
  // The server may have registered the file already; its screen can still cancel it.
  if (upload.step === 'registering') return [upload, []]
  const effects: Effect[] = [{ type: 'abort' }]
  if (upload.ticket) effects.push({ type: 'discard', sourceFilekey: upload.ticket.sourceFilekey })
  return [{ ...upload, step: 'cancelled', parts: resetUnstored(upload.parts) }, effects]
}

/** Next state of an upload and the effects to run. Ignores events that do not fit the current step. */
export function reducer(upload: Upload, event: UploadEvent): Transition {
  const { step } = upload
  switch (event.type) {
    case 'chosen':
      if (isInProgress(upload)) return [upload, []]
      return [
        {
          ...IDLE,
          step: 'queued',
          id: event.id,
          category: event.category ?? IDLE.category,
          name: event.name,
          size: event.size,
          ticket: event.sourceFilekey
            ? { sourceFilekey: event.sourceFilekey, urls: [], partSize: 0, headers: {} }
            : undefined,
        },
        [],
      ]
    case 'start':
      return step === 'queued' ? [{ ...upload, step: 'checking' }, [{ type: 'check' }]] : [upload, []]
    case 'checked':
      if (step !== 'checking') return [upload, []]
      return [{ ...upload, step: 'signing', sha256: event.sha256 }, [{ type: 'sign' }]]
    case 'signed': {
      if (step !== 'signing') return [upload, []]
      const { ticket } = event
      // Renewed links address the same parts.
      const same = upload.parts.length === ticket.urls.length
      const parts = same ? upload.parts : partsOf(upload.size, ticket.partSize, ticket.urls.length)
      return startParts({ ...upload, ticket, parts })
    }
    case 'sent': {
      const part = upload.parts[event.part]
      if (step !== 'uploading' || part?.state !== 'sending') return [upload, []]
      return [withPart(upload, event.part, { sent: Math.min(part.size, event.bytes) }), []]
    }
    case 'stored': {
      const part = upload.parts[event.part]
      if (step !== 'uploading' || part?.state !== 'sending') return [upload, []]
      const stored = withPart(upload, event.part, { state: 'stored', sent: part.size, etag: event.etag })
      return startParts({ ...stored, renewals: 0 })
    }
    case 'part-failed':
      return partFailed(upload, event)
    case 'waited':
      if (step !== 'uploading' || upload.parts[event.part]?.state !== 'pausing') return [upload, []]
      return startParts(withPart(upload, event.part, { state: 'waiting' }))
    case 'registered':
      return step === 'registering' ? [{ ...upload, step: 'done' }, []] : [upload, []]
    case 'limit-reached':
      return step === 'signing' ? [{ ...upload, step: 'queued' }, []] : [upload, []]
    case 'step-failed':
      if (step !== 'checking' && step !== 'signing' && step !== 'registering') return [upload, []]
      if (event.isFinal || step === 'checking') return failed(upload, event.reason, undefined)
      return failed(upload, event.reason, step, event.isCutOff)
    case 'reconnected':
      return upload.isCutOff ? retry(upload) : [upload, []]
    case 'cancel':
      return cancel(upload)
    case 'retry':
      return retry(upload)
    case 'reset':
      return isInProgress(upload) ? [upload, []] : [IDLE, []]
  }
}
