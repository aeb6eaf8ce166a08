import { fileEndpoints, type TrackedFile } from '@backoffice/contract/endpoints/files'
import { config } from '../config.ts'
import { toApiError } from '../net/api-error.ts'
import { backoffMs, pause } from '../net/backoff.ts'
import { onReconnect, unanswered } from '../net/connectivity.ts'
import { endpointUrl } from '../net/endpoint-url.ts'
import { endSessionIfOver } from '../session/sign-out.ts'
import { bearer, refreshedToken } from '../session/token-refresh.ts'
import { createEventReader, readText } from './sse.ts'

/** The server says something at least every 15 s; three times that is silence. */
const SILENCE_MS = 45_000
const LONGEST_WAIT_MS = 30_000

export type Listener = {
  file: (file: TrackedFile) => void
  /** With how long nothing had changed when the stream opened. */
  live: (live: boolean, quietMs?: number) => void
}

/** Reads one connection to its end; throws when it breaks off. EventSource is no use: it cannot send the bearer. */
async function listenOnce(listener: Listener, outer: AbortSignal): Promise<void> {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), SILENCE_MS)
  const signal = AbortSignal.any([outer, silence.signal])
  try {
    const token = await bearer()
    const response = await fetch(endpointUrl(config(), fileEndpoints.events), {
      headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
      signal,
      cache: 'no-store',
    })
    if (response.status === 401 || response.status === 403) await refusedBy(response, token)
    if (!response.ok || !response.body) throw new Error(`No events: ${response.status}`)
    const read = createEventReader()
    await readText(response.body, (text) => {
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), SILENCE_MS)
      for (const { event, data } of read(text)) {
        // Written by the server, a file from the contract's own shape.
        if (event === 'ready') listener.live(true, (JSON.parse(data) as { quiet_ms: number }).quiet_ms)
        else if (event === 'file') listener.file(JSON.parse(data) as TrackedFile)
      }
    })
  } finally {
    clearTimeout(timer)
  }
}

/** Ends the session if that is the reason; otherwise a token that was refused is exchanged for another. */
async function refusedBy(response: Response, token: string): Promise<void> {
  const body: unknown = await response.json().catch(() => undefined)
  if (endSessionIfOver(toApiError(response.status, body).message, token)) return
  if (response.status === 401) await refreshedToken(token)
}

/** A pause that ends when the server can be reached again. */
async function pauseUntilReturn(ms: number, signal: AbortSignal): Promise<void> {
  const returned = new AbortController()
  const stop = onReconnect(() => returned.abort())
  await pause(ms, AbortSignal.any([signal, returned.signal]))
  stop()
}

/** Stays connected until told to stop, coming back ever more slowly while the server does not answer. */
export async function listen(listener: Listener, signal: AbortSignal): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    await listenOnce({ ...listener, live: live }, signal).catch(() => undefined)
    listener.live(false)
    // The first to notice when the server goes away.
    if (!signal.aborted) unanswered()
    failures += 1
    await pauseUntilReturn(backoffMs(failures, LONGEST_WAIT_MS) ?? LONGEST_WAIT_MS, signal)
  }

  function live(up: boolean, quietMs?: number) {
    failures = 0
    listener.live(up, quietMs)
  }
}
