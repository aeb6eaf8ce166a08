import { may } from '@backoffice/contract/access'
import type { FastifyReply } from 'fastify'
import pg from 'pg'
import type { Clock } from '../../adapters/clock.ts'
import { AS_APPLICATION, type Database } from '../../db/client.ts'
import type { Authenticate, Caller } from '../../kernel/authenticate.ts'
import { Refusal } from '../../kernel/errors.ts'
import type { Call } from '../../kernel/mount.ts'
import { PERMISSIONS_POLICY } from '../../kernel/permissions-policy.ts'
import { accessVersion } from '../access/access.store.ts'
import { findFiles } from './files.store.ts'
import { canSee, presentFile } from './present-file.ts'

/** Changes that come within this time leave together; a screen need not know every step. */
const GATHER_MS = 100
const HEARTBEAT_MS = 15_000
const RECONNECT_MS = 1_000
/** Longer than a page takes from its first read to the opening of its stream. */
const REMEMBERED_MS = 60_000
/** A reader that lets more than this pile up is cut off; it comes back and reads the list. */
const MAX_UNREAD_BYTES = 1_000_000
const MAX_STREAMS = 2_000
/** One browser has one, whatever its tabs: more than this are left behind. */
const MAX_STREAMS_OF_A_CALLER = 10

type Stream = { caller: Caller; reply: FastifyReply; authorization: string | undefined }

export type FileEvents = {
  /** Keeps the connection and writes to it until either side ends it. */
  open(call: Call, reply: FastifyReply): Promise<void>
  close(): Promise<void>
}

type Options = {
  db: Database
  connectionString: string
  authenticate: Authenticate
  clock: Clock
  onError: (error: Error) => void
}

/** One listening connection a process; its notices become events for whoever may see the file. */
export function createFileEvents({
  db,
  connectionString,
  authenticate,
  clock,
  onError,
}: Options): FileEvents {
  const streams = new Set<Stream>()
  const changed = new Set<string>()
  /** When a change of a file was last heard of, by key; the latest is last. Milliseconds that never go back. */
  const heardAt = new Map<string, number>()
  let listening = Promise.withResolvers<number>()
  let isListening = false
  let gathering: NodeJS.Timeout | undefined
  let listener: pg.Client | undefined
  let decidedAt = ''
  let isClosed = false

  function drop(stream: Stream) {
    if (streams.delete(stream)) stream.reply.raw.end()
  }

  async function flush() {
    gathering = undefined
    const keys = [...changed]
    changed.clear()
    if (streams.size === 0) return
    const version = await accessVersion(db)
    if (version !== decidedAt) await decideAgain()
    decidedAt = version
    if (keys.length === 0) return
    const now = clock.now()
    for (const row of await findFiles(db, keys)) {
      for (const stream of streams) {
        if (!canSee(row, stream.caller)) continue
        send(stream, `event: file\ndata: ${JSON.stringify(presentFile(row, stream.caller, now))}\n\n`)
      }
    }
  }

  function send(stream: Stream, text: string) {
    const { destroyed, writableEnded, writableLength } = stream.reply.raw
    if (destroyed || writableEnded || writableLength > MAX_UNREAD_BYTES) drop(stream)
    else stream.reply.raw.write(text)
  }

  function remember(key: string) {
    const now = performance.now()
    heardAt.delete(key)
    heardAt.set(key, now)
    for (const [oldest, at] of heardAt) {
      if (now - at < REMEMBERED_MS) break
      heardAt.delete(oldest)
    }
  }

  /** When something last changed that the caller may see, or may have: not before this process listened. */
  async function lastChangeFor(caller: Caller, listensSince: number): Promise<number> {
    const since = Math.max(listensSince, performance.now() - REMEMBERED_MS)
    const keys = [...heardAt].filter(([, at]) => at > since).map(([key]) => key)
    const rows = keys.length > 0 ? await findFiles(db, keys) : []
    const seen = rows.filter((row) => canSee(row, caller)).map((row) => heardAt.get(row.source_filekey) ?? 0)
    return Math.max(since, ...seen)
  }

  /** Worked out once the stream gets every change, so that none falls between. */
  async function sendReady(stream: Stream) {
    const listensSince = await listening.promise
    if (!streams.has(stream)) return
    const quietMs = Math.floor(performance.now() - (await lastChangeFor(stream.caller, listensSince)))
    send(stream, `retry: 1000\nevent: ready\ndata: ${JSON.stringify({ quiet_ms: quietMs })}\n\n`)
  }

  async function listen() {
    if (isClosed) return
    const client = new pg.Client({ connectionString, keepAlive: true, options: AS_APPLICATION })
    listener = client
    const lost = (error?: Error) => {
      if (listener !== client || isClosed) return
      listener = undefined
      // Streams that wait for one not yet resolved go on waiting for it.
      if (isListening) listening = Promise.withResolvers()
      isListening = false
      if (error) onError(error)
      client.end().catch(() => {})
      // Notices may have been missed: whoever listens comes back and reads anew.
      for (const stream of streams) drop(stream)
      setTimeout(listen, RECONNECT_MS).unref()
    }
    client.on('error', lost)
    client.on('end', () => lost())
    client.on('notification', ({ payload }) => {
      // None: somebody's access or session was changed.
      if (payload) {
        changed.add(payload)
        remember(payload)
      }
      gathering ??= setTimeout(() => flush().catch(onError), GATHER_MS)
    })
    try {
      await client.connect()
      await client.query('LISTEN file_changed; LISTEN access_changed')
      isListening = true
      listening.resolve(performance.now())
    } catch (error) {
      lost(error instanceof Error ? error : new Error(String(error)))
    }
  }

  /** Access that was taken away, a token that ended: felt here as on any other call. */
  async function decideAgain() {
    for (const stream of streams) {
      const caller = await authenticate(stream.authorization).catch(() => null)
      if (caller && may(caller.access, 'file:view')) stream.caller = caller
      else drop(stream)
    }
  }

  async function heartbeat() {
    await decideAgain()
    for (const stream of streams) send(stream, ': ping\n\n')
  }
  const beating = setInterval(() => heartbeat().catch(onError), HEARTBEAT_MS)
  beating.unref()
  void listen()

  return {
    async open({ caller, request }, reply) {
      if (streams.size >= MAX_STREAMS) throw new Refusal('unavailable')
      const own = [...streams].filter((each) => each.caller.id === caller.id)
      if (own.length >= MAX_STREAMS_OF_A_CALLER) for (const oldest of own.slice(0, 1)) drop(oldest)
      const stream = { caller, reply, authorization: request.headers.authorization }
      reply.hijack()
      // It may have gone while it was asked who it is; then nobody would tell us later.
      if (request.raw.destroyed || reply.raw.destroyed) return
      reply.raw.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
        'x-content-type-options': 'nosniff',
        'permissions-policy': PERMISSIONS_POLICY,
      })
      streams.add(stream)
      reply.raw.on('close', () => streams.delete(stream))
      reply.raw.on('error', () => streams.delete(stream))
      reply.raw.flushHeaders()
      // Not awaited: while the listener is away, the call would keep its turn.
      sendReady(stream).catch((error) => {
        drop(stream)
        onError(error instanceof Error ? error : new Error(String(error)))
      })
    },
    async close() {
      isClosed = true
      clearInterval(beating)
      clearTimeout(gathering)
      for (const stream of streams) drop(stream)
      await listener?.end().catch(() => {})
    },
  }
}
