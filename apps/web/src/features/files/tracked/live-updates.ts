import type { Access } from '@backoffice/contract/access'
import { fileEndpoints, type TrackedFile } from '@backoffice/contract/files'
import { toApiError } from '../../../net/api-error.ts'
import { backoffMs, pause } from '../../../net/backoff.ts'
import { config } from '../../../net/config.ts'
import { gotNoReply, onReconnect } from '../../../net/connectivity.ts'
import { endpointUrl } from '../../../net/endpoint-url.ts'
import { followAccess } from '../../../session/session-refresh.ts'
import { endSessionIfOver } from '../../../session/sign-out.ts'
import { getToken, refreshedToken } from '../../../session/token-refresh.ts'
import { reportFile } from './file-notices.ts'
import { invalidateFiles, updateFile, useFileStream } from './file-queries.ts'

type Message = { file: TrackedFile } | { live: boolean; quietMs: number } | { isStateRequest: true }

/** True after a stream has been open on this page. */
let wasLive = false

function setLive(live: boolean, quietMs: number): void {
  const before = useFileStream.getState()
  if (before.live === live) return
  useFileStream.setState({ live, downSinceMs: live ? before.downSinceMs : Date.now() })
  if (!live) return
  // The first queries are current if no file has changed since the page was loaded.
  const isUpToDate = !wasLive && quietMs > performance.now()
  wasLive = true
  if (!isUpToDate) invalidateFiles()
}

function receive(file: TrackedFile): void {
  updateFile(file)
  reportFile(file)
}

/**
 * One tab holds the connection for all tabs, as browsers open only six per server over HTTP/1.1. Returns a function
 * that stops.
 */
export function startLiveUpdates(): () => void {
  const stop = new AbortController()
  const otherTabs = new BroadcastChannel('files')
  let isLeader = false
  /** Time of the last change of a file, by `performance.now()`. */
  let changedAt = performance.now()

  function onFile(file: TrackedFile): void {
    if (stop.signal.aborted) return
    changedAt = performance.now()
    receive(file)
    otherTabs.postMessage({ file } satisfies Message)
  }
  function onLive(live: boolean, quietMs = 0): void {
    if (stop.signal.aborted) return
    changedAt = performance.now() - quietMs
    setLive(live, quietMs)
    otherTabs.postMessage({ live, quietMs } satisfies Message)
  }

  otherTabs.onmessage = ({ data }: MessageEvent<Message>) => {
    if ('file' in data) receive(data.file)
    else if ('live' in data) setLive(data.live, data.quietMs)
    else if (isLeader) {
      const quietMs = performance.now() - changedAt
      otherTabs.postMessage({ live: useFileStream.getState().live, quietMs } satisfies Message)
    }
  }
  otherTabs.postMessage({ isStateRequest: true } satisfies Message)

  navigator.locks
    .request('file-events', { signal: stop.signal }, async () => {
      isLeader = true
      // The previous leader's connection closed with its tab.
      onLive(false)
      await followFileEvents({ onFile, onLive, onAccess: followAccess }, stop.signal)
    })
    // Rejects only if stopped while waiting for the lock.
    .catch(() => undefined)

  return () => {
    stop.abort()
    otherTabs.close()
    useFileStream.setState({ live: false, downSinceMs: Date.now() })
  }
}

/** Three missed heartbeats. The server sends one at least every 15 s. */
const SILENCE_MS = 45_000
const MAX_WAIT_MS = 30_000

type Listener = {
  onFile: (file: TrackedFile) => void
  /** `quietMs` is the time since the last change of a file when the stream opened. */
  onLive: (live: boolean, quietMs?: number) => void
  /** Called with the user's access when the stream opens and when it changes. */
  onAccess: (access: Access) => void
}

/** Stays connected until aborted; backs off while the server does not respond. */
async function followFileEvents(listener: Listener, signal: AbortSignal): Promise<void> {
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

type ServerEvent = { event: string; data: string }

/** Maximum characters of an unfinished event; a longer one means a broken stream. */
const MAX_EVENT_LENGTH = 1_000_000

/**
 * Parses server-sent events from text that arrives in pieces of any length. Skips comments (heartbeats) and unused
 * fields.
 */
export function createEventReader(): (piece: string) => ServerEvent[] {
  let rest = ''
  let event = ''
  let data: string[] = []
  return (piece) => {
    rest += piece
    if (rest.length > MAX_EVENT_LENGTH) throw new Error('An event without an end.')
    const events: ServerEvent[] = []
    // A CR at the end of a piece may be the first half of CRLF, so it stays in `rest` until the next piece.
    const lines = rest.split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) events.push({ event: event || 'message', data: data.join('\n') })
        event = ''
        data = []
        continue
      }
      const colon = line.indexOf(':')
      const field = colon === -1 ? line : line.slice(0, colon)
      const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '')
      if (field === 'event') event = value
      else if (field === 'data') data.push(value)
    }
    return events
  }
}

/**
 * Calls `onText` with the text of a stream as it arrives. Uses a reader, because WebKit cannot iterate a stream, and
 * cancels it, because an unfinished stream keeps its connection open.
 */
export async function readText(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  onText: (text: string) => void,
): Promise<void> {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      onText(value)
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
