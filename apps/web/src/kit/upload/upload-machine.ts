import { IDLE, isUnderWay, type Part, type Ticket, type Upload } from './upload.ts'

/**
 * An upload as a table of steps, without a browser in it: given what happened, it says where the upload
 * is now and what has to be done next. The runner does it, the view draws it.
 */
export type UploadEvent =
  /** With a key where the upload of a file known to the server is sent again. */
  | { type: 'chosen'; id: string; name: string; size: number; sourceFilekey?: string | undefined }
  /** Its turn has come: fewer than the limit are under way. */
  | { type: 'start' }
  | { type: 'checked'; sha256: string | undefined }
  | { type: 'signed'; ticket: Ticket }
  | { type: 'sent'; part: number; bytes: number }
  | { type: 'stored'; part: number; etag: string }
  | {
      type: 'part-failed'
      part: number
      why: 'lost' | 'expired' | 'full' | 'refused' | 'closed'
      reason: string
    }
  | { type: 'waited'; part: number }
  | { type: 'registered' }
  /** The server takes no more uploads of this person for now. */
  | { type: 'crowded' }
  | { type: 'broke'; reason: string; final?: boolean }
  | { type: 'cancel' }
  | { type: 'retry' }
  | { type: 'reset' }

export type Effect =
  | { do: 'check' }
  | { do: 'sign' }
  | { do: 'put'; part: number }
  | { do: 'wait'; part: number; tries: number }
  | { do: 'register' }
  /** Stop whatever is going on; what it still reports does not count. */
  | { do: 'abort' }
  /** Tell the server that nothing more is coming. */
  | { do: 'discard'; sourceFilekey: string }

export type Turn = readonly [Upload, readonly Effect[]]

export const PARTS_AT_ONCE = 3
export const MOST_TRIES = 3
const MOST_RENEWALS = 3

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

function unsigned(sourceFilekey: string): Ticket {
  return { sourceFilekey, urls: [], partSize: 0, headers: {} }
}

/** What is not stored begins again from its first byte. */
function rewound(parts: readonly Part[]): Part[] {
  return parts.map((part) => (part.state === 'stored' ? part : { ...part, state: 'waiting', sent: 0 }))
}

/** Starts as many waiting parts as there is room for; registers once all are stored. */
function goOn(upload: Upload): Turn {
  if (upload.parts.every((part) => part.state === 'stored')) {
    return [{ ...upload, step: 'registering' }, [{ do: 'register' }]]
  }
  let room = PARTS_AT_ONCE - upload.parts.filter((part) => part.state === 'going').length
  const effects: Effect[] = []
  const parts = upload.parts.map((part, index) => {
    if (part.state !== 'waiting' || room <= 0) return part
    room -= 1
    effects.push({ do: 'put', part: index })
    return { ...part, state: 'going' as const }
  })
  return [{ ...upload, step: 'uploading', parts }, effects]
}

function failed(upload: Upload, reason: string, resumeAt: Upload['resumeAt']): Turn {
  return [{ ...upload, step: 'failed', reason, resumeAt, parts: rewound(upload.parts) }, [{ do: 'abort' }]]
}

function partFailed(upload: Upload, event: Extract<UploadEvent, { type: 'part-failed' }>): Turn {
  const part = upload.parts[event.part]
  if (upload.step !== 'uploading' || part?.state !== 'going') return [upload, []]
  // Cancelled on its own screen, or registered by another tab.
  if (event.why === 'closed')
    return [{ ...upload, step: 'cancelled', parts: rewound(upload.parts) }, [{ do: 'abort' }]]
  if (event.why === 'refused') return failed(upload, event.reason, undefined)
  // Another try a second later would find the disk as full.
  if (event.why === 'full') return failed(upload, event.reason, 'uploading')
  if (event.why === 'expired') {
    if (upload.renewals >= MOST_RENEWALS) return failed(upload, event.reason, 'signing')
    return [
      { ...upload, step: 'signing', renewals: upload.renewals + 1, parts: rewound(upload.parts) },
      [{ do: 'abort' }, { do: 'sign' }],
    ]
  }
  const tries = part.tries + 1
  if (tries > MOST_TRIES) return failed(upload, event.reason, 'uploading')
  return [
    withPart(upload, event.part, { state: 'pausing', sent: 0, tries }),
    [{ do: 'wait', part: event.part, tries }],
  ]
}

function retry(upload: Upload): Turn {
  if (upload.step !== 'failed' || !upload.resumeAt) return [upload, []]
  const again = {
    ...upload,
    reason: '',
    resumeAt: undefined,
    renewals: 0,
    parts: upload.parts.map((part) => ({ ...part, tries: 0 })),
  }
  if (upload.resumeAt === 'registering') return [{ ...again, step: 'registering' }, [{ do: 'register' }]]
  // After a wait long enough to be told so, the links may have run out as well: they are signed anew.
  return [{ ...again, step: 'signing' }, [{ do: 'sign' }]]
}

function cancel(upload: Upload): Turn {
  const given = upload.step === 'failed' && upload.ticket !== undefined
  if (!isUnderWay(upload) && !given) return [upload, []]
  // Once it is being registered it may be too late: then the file itself is there to be cancelled.
  if (upload.step === 'registering') return [upload, []]
  const effects: Effect[] = [{ do: 'abort' }]
  if (upload.ticket) effects.push({ do: 'discard', sourceFilekey: upload.ticket.sourceFilekey })
  return [{ ...upload, step: 'cancelled', parts: rewound(upload.parts) }, effects]
}

/** The next state of an upload, and what to do for it. What does not fit the step it is in changes nothing. */
export function reducer(upload: Upload, event: UploadEvent): Turn {
  const { step } = upload
  switch (event.type) {
    case 'chosen':
      if (isUnderWay(upload)) return [upload, []]
      return [
        {
          ...IDLE,
          step: 'queued',
          id: event.id,
          name: event.name,
          size: event.size,
          ticket: event.sourceFilekey ? unsigned(event.sourceFilekey) : undefined,
        },
        [],
      ]
    case 'start':
      return step === 'queued' ? [{ ...upload, step: 'checking' }, [{ do: 'check' }]] : [upload, []]
    case 'checked':
      if (step !== 'checking') return [upload, []]
      return [{ ...upload, step: 'signing', sha256: event.sha256 }, [{ do: 'sign' }]]
    case 'signed': {
      if (step !== 'signing') return [upload, []]
      const { ticket } = event
      // Signed anew: the same parts at new addresses.
      const same = upload.parts.length === ticket.urls.length
      const parts = same ? upload.parts : partsOf(upload.size, ticket.partSize, ticket.urls.length)
      return goOn({ ...upload, ticket, parts })
    }
    case 'sent': {
      const part = upload.parts[event.part]
      if (step !== 'uploading' || part?.state !== 'going') return [upload, []]
      return [withPart(upload, event.part, { sent: Math.min(part.size, event.bytes) }), []]
    }
    case 'stored': {
      const part = upload.parts[event.part]
      if (step !== 'uploading' || part?.state !== 'going') return [upload, []]
      const stored = withPart(upload, event.part, { state: 'stored', sent: part.size, etag: event.etag })
      return goOn({ ...stored, renewals: 0 })
    }
    case 'part-failed':
      return partFailed(upload, event)
    case 'waited':
      if (step !== 'uploading' || upload.parts[event.part]?.state !== 'pausing') return [upload, []]
      return goOn(withPart(upload, event.part, { state: 'waiting' }))
    case 'registered':
      return step === 'registering' ? [{ ...upload, step: 'done' }, []] : [upload, []]
    case 'crowded':
      return step === 'signing' ? [{ ...upload, step: 'queued' }, []] : [upload, []]
    case 'broke':
      if (step !== 'checking' && step !== 'signing' && step !== 'registering') return [upload, []]
      return failed(upload, event.reason, event.final || step === 'checking' ? undefined : step)
    case 'cancel':
      return cancel(upload)
    case 'retry':
      return retry(upload)
    case 'reset':
      return isUnderWay(upload) ? [upload, []] : [IDLE, []]
  }
}
