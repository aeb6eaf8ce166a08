import type { Database } from '../../db/client.ts'
import { listRunningFiles } from './files.store.ts'

const POLL_MS = 200

type Options = {
  db: Database
  /** False while no client waits for progress. */
  isNeeded: () => boolean
  onChanged: (filekeys: readonly string[]) => void
  onError: (error: Error) => void
}

/**
 * Reads the running files while clients wait for their progress, because a notification of each step would make all
 * commits wait for each other. `wake` it when a file may run or a client wait. It sleeps again once no file runs.
 */
export function watchProgress({ db, isNeeded, onChanged, onError }: Options) {
  let seen = new Map<string, string>()
  let timer: NodeJS.Timeout | undefined

  async function poll() {
    timer = undefined
    // Forgotten, so that the first client gets every running file.
    const known = isNeeded() ? seen : new Map()
    const running = isNeeded() ? await listRunningFiles(db) : []
    seen = new Map(running.map(({ source_filekey, change }) => [source_filekey, change]))
    const changed = [...seen].flatMap(([key, change]) => (known.get(key) === change ? [] : [key]))
    if (changed.length > 0) onChanged(changed)
    if (running.length > 0) wake()
  }

  function wake() {
    timer ??= setTimeout(() => poll().catch(onError), POLL_MS)
  }
  return { wake, close: () => clearTimeout(timer) }
}
