import { setTimeout as sleep } from 'node:timers/promises'
import { describeStartError, StartError } from './start-error.ts'

const PATIENCE_MS = 30_000
const PAUSE_MS = 500
/** An attempt to connect may take longer than an operator waits for a word. */
const SILENCE_MS = 3_000

type Options = {
  /** What is awaited: `the database at localhost:5432`. */
  what: string
  say?: (line: string) => void
  patienceMs?: number
}

/**
 * Retries for half a minute: at a start the database may still be restarting or be migrated. Says what it waits for,
 * and why, once for each reason.
 */
export async function retryStart<T>(
  start: () => Promise<T>,
  { what, say = (line) => void process.stderr.write(`${line}\n`), patienceMs = PATIENCE_MS }: Options,
): Promise<T> {
  const deadline = performance.now() + patienceMs
  let said = ''
  const sayOnce = (line: string) => {
    if (line !== said) say(line)
    said = line
  }
  const silence = setTimeout(() => said || sayOnce(`Waiting for ${what}: no answer yet.`), SILENCE_MS)
  try {
    for (;;) {
      try {
        return await start()
      } catch (error) {
        if (error instanceof StartError && !error.mayPass) throw error
        const reason = describeStartError(error)
        if (performance.now() > deadline)
          throw new StartError(`Gave up waiting for ${what}: ${reason}`, { cause: error })
        sayOnce(`Waiting for ${what}: ${reason}`)
        await sleep(PAUSE_MS)
      }
    }
  } finally {
    clearTimeout(silence)
  }
}
