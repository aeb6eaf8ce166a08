import type { Access } from '@backoffice/contract/access'
import { fileEndpoints, type TrackedFile } from '@backoffice/contract/files'
import { toApiError } from '../../../net/api-error.ts'
import { backoffMs, pause } from '../../../net/backoff.ts'
import { config } from '../../../net/config.ts'
import { gotNoReply, onReconnect } from '../../../net/connectivity.ts'
import { endpointUrl } from '../../../net/endpoint-url.ts'
import { endSessionIfOver } from '../../../session/sign-out.ts'
import { getToken, refreshedToken } from '../../../session/token-refresh.ts'
import { createEventReader, readText } from './sse.ts'

/** Three missed heartbeats: the server sends one at least every 15 s. */
const SILENCE_MS = 45_000
const MAX_WAIT_MS = 30_000

type Listener = {
  onFile: (file: TrackedFile) => void
  /** `quietMs`: time since the last change of a file when the stream opened. */
  onLive: (live: boolean, quietMs?: number) => void
  /** Called with the user's access when the stream opens and when it changes. */
  onAccess: (access: Access) => void
}

/** Stays connected until aborted; backs off while the server does not respond. */
export async function followFileEvents(listener: Listener, signal: AbortSignal): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    await readConnection({ ...listener, onLive }, signal).catch(() => undefined)
    listener.onLive(false)
    // A broken stream is the first sign that the server went away.
    if (!signal.aborted) gotNoReply()
    failures += 1
    await pauseUntilReturn(backoffMs(failures, MAX_WAIT_MS) ?? MAX_WAIT_MS, signal)
  }

  function onLive(live: boolean, quietMs?: number) {
    failures = 0
    listener.onLive(live, quietMs)
  }
}

/** Throws when the connection breaks. Uses fetch, because `EventSource` cannot send the bearer token. */
async function readConnection(listener: Listener, outer: AbortSignal): Promise<void> {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), SILENCE_MS)
  const signal = AbortSignal.any([outer, silence.signal])
  try {
    const token = await getToken()
    const response = await fetch(endpointUrl(config(), fileEndpoints.events), {
      headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
      signal,
      cache: 'no-store',
    })
    if (response.status === 401 || response.status === 403) await handleUnauthorized(response, token)
    if (!response.ok || !response.body) throw new Error(`No events: ${response.status}`)
    const read = createEventReader()
    await readText(response.body, (text) => {
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), SILENCE_MS)
      for (const { event, data } of read(text)) {
        // The contract declares the shapes of both.
        if (event === 'ready') {
          const { quiet_ms, access } = JSON.parse(data) as { quiet_ms: number; access: Access }
          listener.onLive(true, quiet_ms)
          listener.onAccess(access)
        } else if (event === 'file') listener.onFile(JSON.parse(data) as TrackedFile)
        else if (event === 'access') listener.onAccess(JSON.parse(data) as Access)
      }
    })
  } finally {
    clearTimeout(timer)
  }
}

/** Ends the session if it is over; otherwise refreshes the refused token. */
async function handleUnauthorized(response: Response, token: string): Promise<void> {
  const body: unknown = await response.json().catch(() => undefined)
  if (endSessionIfOver(toApiError(response.status, body).message, token)) return
  if (response.status === 401) await refreshedToken(token)
}

/** Pauses, or until the server is reachable again. */
async function pauseUntilReturn(ms: number, signal: AbortSignal): Promise<void> {
  const returned = new AbortController()
  const stop = onReconnect(() => returned.abort())
  await pause(ms, AbortSignal.any([signal, returned.signal]))
  stop()
}
