import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { connectClient } from './client.ts'
import { Hosts } from './hosts.ts'

const CHECK_EVERY_MS = 10_000
const CHECK_TIMEOUT_MS = 5_000
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 5_000

type Options = {
  /** Must not lead through a pooler in transaction mode. */
  connectionString: string
  /** Shown in `pg_stat_activity`. */
  applicationName: string
  channels: readonly string[]
  onNotification: (notification: pg.Notification) => void
  /** Called on every (re)connection, because notifications may have been missed. */
  onListening: () => void
  /** Called when listening ends or cannot start. */
  onLost: (error: Error) => void
}

export type Listener = { close(): Promise<void> }

/** Listens for notifications. Reconnects until closed, however long the database is unavailable. */
export function listen({
  connectionString,
  applicationName,
  channels,
  onNotification,
  onListening,
  onLost,
}: Options): Listener {
  const hosts = new Hosts(connectionString)
  let current: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let failures = 0
  let isClosed = false

  async function start(): Promise<void> {
    try {
      const client = await connectClient(hosts, { asApplication: true, applicationName })
      if (isClosed) return void client.end()
      current = client
      const lost = Promise.withResolvers<never>()
      lost.promise.catch(() => {})
      client.on('error', lost.reject)
      client.on('end', () => lost.reject(new Error('The listening connection was closed.')))
      client.on('notification', onNotification)
      await client.query(channels.map((channel) => `LISTEN ${client.escapeIdentifier(channel)}`).join('; '))
      failures = 0
      onListening()
      await Promise.race([lost.promise, checkOn(client)])
    } catch (error) {
      if (isClosed) return
      current?.off('notification', onNotification)
      void current?.end()
      current = undefined
      onLost(error instanceof Error ? error : new Error(String(error)))
      const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures++)
      // Jitter, so that processes do not reconnect at the same moment.
      timer = setTimeout(start, pauseMs * (0.5 + Math.random() / 2)).unref()
    }
  }

  /** Throws when the connection or its registration is silently lost. */
  async function checkOn(client: pg.Client): Promise<never> {
    for (;;) {
      await new Promise((resolve) => {
        timer = setTimeout(resolve, CHECK_EVERY_MS).unref()
      })
      const { rows } = await within(
        CHECK_TIMEOUT_MS,
        client.query('SELECT count(*)::int AS count FROM pg_listening_channels()'),
      )
      if (rows[0].count < channels.length) throw new Error(NOT_REGISTERED)
    }
  }

  void start()
  return {
    async close() {
      isClosed = true
      clearTimeout(timer)
      // A silent host does not confirm the end.
      await Promise.race([current?.end(), sleep(500, undefined, { ref: false })])
    },
  }
}

const NOT_REGISTERED =
  'Notifications are not received: DATABASE_DIRECT_URL must lead to the database itself, not to a pooler in transaction mode.'

function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new Error('The listening connection does not respond.')),
    timeoutMs,
  )
  work.catch(() => {})
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}
