import { isDeepStrictEqual } from 'node:util'
import { may } from '@backoffice/contract/access'
import { fileEndpoints } from '@backoffice/contract/files'
import type { FastifyReply } from 'fastify'
import type { Database } from '../../db/client.ts'
import { listen } from '../../db/listener.ts'
import { accessVersion, hasEnded } from '../../features/access/access.store.ts'
import type { Authenticate, Call, Caller } from '../../kernel/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import { toHttpError } from '../../kernel/error-handler.ts'
import { HttpError } from '../../kernel/errors.ts'
import { type FileRow, findFiles } from './files.store.ts'
import { canSee, toTrackedFile } from './tracked-file.ts'
import { watchProgress } from './watch-progress.ts'

/** Permissions to read a file by its key, and so to receive its changes. */
const READERS = fileEndpoints.get.access.anyOf

const BATCH_MS = 100
const HEARTBEAT_MS = 15_000
/** Longer than the time between the first read of a page and its stream. */
const CHANGE_MEMORY_MS = 60_000
/** Limits the drift between this process's clock and the database's, and is below the maximum of timers. */
const MAX_END_WAIT_MS = 3_600_000
/** Slower readers are disconnected; they reconnect and reload the list. */
const MAX_UNREAD_BYTES = 1_000_000
const MAX_STREAMS = 2_000
/** Tabs of a browser share one stream; beyond this the oldest is presumably stale. */
const MAX_STREAMS_PER_CALLER = 10

type Stream = { caller: Caller; reply: FastifyReply; authorization: string | undefined }

export type FileEvents = {
  open(call: Call, reply: FastifyReply): Promise<void>
  openStreams(): number
  close(): Promise<void>
}

type Options = {
  db: Database
  connectionString: string
  authenticate: Authenticate
  clock: Clock
  onError: (error: Error) => void
}

function mayReceive(caller: Caller, row: FileRow): boolean {
  return READERS.some((permission) => may(caller.access, permission)) && canSee(row, caller)
}

/**
 * One LISTEN connection per process, and reads of running files while streams are open. Sends file changes to callers
 * with access, and access changes to the user.
 */
export function createFileEvents({
  db,
  connectionString,
  authenticate,
  clock,
  onError,
}: Options): FileEvents {
  const streams = new Set<Stream>()
  const changedKeys = new Set<string>()
  /** Monotonic time of the last change by file key, in insertion order. */
  const changedAt = new Map<string, number>()
  let listening = Promise.withResolvers<number>()
  let isListening = false
  let batchTimer: NodeJS.Timeout | undefined
  let endTimer: NodeJS.Timeout | undefined
  let authorizedVersion = ''

  function drop(stream: Stream) {
    if (streams.delete(stream)) stream.reply.raw.end()
  }

  /** Ends all streams after possibly missed changes, so that clients reconnect and reload. */
  function startOver(error: Error) {
    onError(error)
    for (const stream of streams) drop(stream)
  }

  function changed(keys: readonly string[]) {
    for (const key of keys) {
      changedKeys.add(key)
      remember(key)
    }
    flushSoon()
  }

  function flushSoon() {
    batchTimer ??= setTimeout(() => flush().catch(startOver), BATCH_MS)
  }

  async function flush() {
    batchTimer = undefined
    const keys = [...changedKeys]
    changedKeys.clear()
    if (streams.size === 0) return
    const { version, now: time } = await accessVersion(db)
    const isOver = [...streams].some(({ caller }) => hasEnded(caller, time))
    if (version !== authorizedVersion || isOver) await reauthorize()
    authorizedVersion = version
    awaitNextEnd(time)
    if (keys.length === 0) return
    const now = clock.now()
    for (const row of await findFiles(db, keys)) {
      for (const stream of streams) {
        if (!mayReceive(stream.caller, row)) continue
        send(stream, `event: file\ndata: ${JSON.stringify(toTrackedFile(row, stream.caller, now))}\n\n`)
      }
    }
  }

  /** Checks access again when the first temporary access of a stream ends. Only the wait is by this process's clock. */
  function awaitNextEnd(now: Date) {
    clearTimeout(endTimer)
    const ends = [...streams].flatMap(({ caller }) => caller.nextEnd?.getTime() ?? [])
    if (ends.length === 0) return
    const waitMs = Math.max(1, Math.min(...ends) - now.getTime())
    endTimer = setTimeout(flushSoon, Math.min(waitMs, MAX_END_WAIT_MS))
    endTimer.unref()
  }

  function send(stream: Stream, text: string) {
    const { destroyed, writableEnded, writableLength } = stream.reply.raw
    if (destroyed || writableEnded || writableLength > MAX_UNREAD_BYTES) drop(stream)
    else stream.reply.raw.write(text)
  }

  function remember(key: string) {
    const now = performance.now()
    changedAt.delete(key)
    changedAt.set(key, now)
    for (const [oldest, at] of changedAt) {
      if (now - at < CHANGE_MEMORY_MS) break
      changedAt.delete(oldest)
    }
  }

  /** Time of the last change visible to the caller, not before the start of LISTEN. */
  async function lastChangeFor(caller: Caller, listeningSince: number): Promise<number> {
    const since = Math.max(listeningSince, performance.now() - CHANGE_MEMORY_MS)
    const keys = [...changedAt].filter(([, at]) => at > since).map(([key]) => key)
    const rows = keys.length > 0 ? await findFiles(db, keys) : []
    const times = rows
      .filter((row) => mayReceive(caller, row))
      .map((row) => changedAt.get(row.source_filekey) ?? 0)
    return Math.max(since, ...times)
  }

  /** Computed after registering the stream, so that no change is missed. */
  async function sendReady(stream: Stream) {
    const listeningSince = await listening.promise
    if (!streams.has(stream)) return
    const quietMs = Math.floor(performance.now() - (await lastChangeFor(stream.caller, listeningSince)))
    const ready = { quiet_ms: quietMs, access: stream.caller.access }
    send(stream, `retry: 1000\nevent: ready\ndata: ${JSON.stringify(ready)}\n\n`)
  }

  const progress = watchProgress({
    db,
    isNeeded: () => streams.size > 0,
    onChanged: changed,
    onError: startOver,
  })
  const listener = listen({
    connectionString,
    applicationName: 'backoffice events',
    channels: ['file_changed', 'access_changed'],
    onNotification({ payload }) {
      // An empty payload reports changed access or sessions.
      if (!payload) return flushSoon()
      changed([payload])
      progress.wake()
    },
    onListening() {
      isListening = true
      listening.resolve(performance.now())
    },
    onLost(error) {
      // A pending promise is kept, because streams wait for it.
      if (isListening) listening = Promise.withResolvers()
      isListening = false
      startOver(error)
    },
  })

  /**
   * Sends changed access to open streams, and ends those with an ended session, disabled user, missing authenticator or
   * expired token.
   */
  async function reauthorize() {
    for (const stream of streams) {
      const caller = await authenticate(stream.authorization).catch((error: unknown) => {
        // While the database is unavailable, nothing is sent.
        if (toHttpError(error).status !== 401) throw error
        return null
      })
      if (!caller || caller.needsAuthenticator) {
        drop(stream)
        continue
      }
      const { access } = stream.caller
      stream.caller = caller
      if (!isDeepStrictEqual(caller.access, access))
        send(stream, `event: access\ndata: ${JSON.stringify(caller.access)}\n\n`)
    }
  }

  async function heartbeat() {
    await reauthorize()
    for (const stream of streams) send(stream, ': ping\n\n')
  }
  const heartbeatTimer = setInterval(() => heartbeat().catch(onError), HEARTBEAT_MS)
  heartbeatTimer.unref()
  return {
    async open({ caller, request }, reply) {
      if (streams.size >= MAX_STREAMS) throw new HttpError('unavailable')
      const own = [...streams].filter((each) => each.caller.id === caller.id)
      if (own.length >= MAX_STREAMS_PER_CALLER) for (const oldest of own.slice(0, 1)) drop(oldest)
      const stream = { caller, reply, authorization: request.headers.authorization }
      reply.hijack()
      // A connection closed during authentication emits no further event.
      if (request.raw.destroyed || reply.raw.destroyed) return
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) reply.raw.setHeader(name, value)
      reply.raw.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      })
      streams.add(stream)
      if (caller.nextEnd) flushSoon()
      progress.wake()
      reply.raw.on('close', () => streams.delete(stream))
      reply.raw.on('error', () => streams.delete(stream))
      reply.raw.flushHeaders()
      // Not awaited, because without LISTEN the call would hold its concurrency slot.
      sendReady(stream).catch((error) => {
        drop(stream)
        onError(error instanceof Error ? error : new Error(String(error)))
      })
    },
    openStreams: () => streams.size,
    async close() {
      clearInterval(heartbeatTimer)
      clearTimeout(batchTimer)
      clearTimeout(endTimer)
      progress.close()
      for (const stream of streams) drop(stream)
      await listener.close()
    },
  }
}
