import { constants, getPriority, setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { describeStartError, StartError } from '../config/start-error.ts'

const PATIENCE_MS = 30_000
const PAUSE_MS = 500
/** Reports a slow first attempt after this time. */
const SILENCE_MS = 3_000

type Options = {
  /** The awaited service, such as `the database at localhost:5432`. */
  what: string
  say?: (line: string) => void
  patienceMs?: number
}

/** Retries for half a minute while the database may restart or migrate. Reports each new reason for waiting. */
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
  const silence = setTimeout(() => said || sayOnce(`Waiting for ${what}: no response yet.`), SILENCE_MS)
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

/** Lets other processes of the machine run first. Keeps a lower priority, which only root may raise. */
export function lowerPriority(): void {
  setPriority(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL))
}
