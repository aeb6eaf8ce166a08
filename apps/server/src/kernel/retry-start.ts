import { setTimeout as sleep } from 'node:timers/promises'

const TRIES = 60
const PAUSE_MS = 500

/** Retries for 30 s: at a start the database may still be restarting. */
export async function retryStart<T>(start: () => Promise<T>, onError: (error: Error) => void): Promise<T> {
  for (let left = TRIES; ; left--) {
    try {
      return await start()
    } catch (error) {
      if (left === 0) throw error
      onError(error instanceof Error ? error : new Error(String(error)))
      await sleep(PAUSE_MS)
    }
  }
}
