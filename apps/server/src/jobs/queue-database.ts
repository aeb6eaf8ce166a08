import type { Db } from 'pg-boss'
import { CALLS_ANSWER_WITHIN_MS, createPool, type PoolOptions } from '../db/client.ts'
import { listen } from '../db/listener.ts'

/** The connections of pg-boss: of any of several hosts, and never the end of a process when they are lost. */
export function createQueueDatabase(connectionString: string, options: PoolOptions) {
  const onError = options.onError ?? (() => {})
  // The owner's statements change tables, which may take long.
  const limit = options.asOwner ? {} : { answerWithinMs: CALLS_ANSWER_WITHIN_MS }
  const pool = createPool(connectionString, { ...limit, ...options })
  return {
    executeSql: (text, values) => pool.query(text, values as unknown[]),
    async listen(channel, onNotification, onListening) {
      return listen({
        connectionString,
        applicationName: 'backoffice queue',
        channels: [channel],
        onNotification: ({ payload }) => payload !== undefined && onNotification(payload),
        onListening,
        onLost: onError,
      })
    },
    end: () => pool.end(),
  } satisfies Db & { end: () => Promise<void> }
}
