import type { TrackedFile } from '@backoffice/contract/endpoints/files'
import { create } from 'zustand'
import { listen } from './file-events.ts'
import { catchUp, fileArrived } from './live-cache.ts'

type Message = { file: TrackedFile } | { live: boolean; quietMs: number } | { ask: true }

type Stream = { live: boolean; downSinceMs: number }

/** Whether changes of files are being pushed to this tab; screens poll while they are not. */
export const useFileStream = create<Stream>()(() => ({ live: false, downSinceMs: Date.now() }))

/** Whether a stream has been open since this page began. */
let hasBeenLive = false

function setLive(live: boolean, quietMs: number): void {
  const before = useFileStream.getState()
  if (before.live === live) return
  useFileStream.setState({ live, downSinceMs: live ? before.downSinceMs : Date.now() })
  if (!live) return
  // The first stream opens just after the first reads: they are of now if nothing has changed since the page began.
  const isUpToDate = !hasBeenLive && quietMs > performance.now()
  hasBeenLive = true
  if (!isUpToDate) catchUp()
}

/**
 * Keeps this tab up to date with the files its user may see, until stopped. One tab holds the
 * connection for all: a browser opens six to a server over HTTP/1.1, and ten tabs would use them up.
 */
export function followFiles(): () => void {
  const stop = new AbortController()
  const others = new BroadcastChannel('files')
  let leading = false
  /** When a file last changed, by the clock of `performance.now()`. */
  let changedAt = performance.now()

  function file(arrived: TrackedFile): void {
    if (stop.signal.aborted) return
    changedAt = performance.now()
    fileArrived(arrived)
    others.postMessage({ file: arrived } satisfies Message)
  }
  function live(up: boolean, quietMs = 0): void {
    if (stop.signal.aborted) return
    changedAt = performance.now() - quietMs
    setLive(up, quietMs)
    others.postMessage({ live: up, quietMs } satisfies Message)
  }

  others.onmessage = ({ data }: MessageEvent<Message>) => {
    if ('file' in data) fileArrived(data.file)
    else if ('live' in data) setLive(data.live, data.quietMs)
    else if (leading) {
      const quietMs = performance.now() - changedAt
      others.postMessage({ live: useFileStream.getState().live, quietMs } satisfies Message)
    }
  }
  others.postMessage({ ask: true } satisfies Message)

  navigator.locks
    .request('file-events', { signal: stop.signal }, async () => {
      leading = true
      // The tab that led before took its connection along.
      live(false)
      await listen({ file, live }, stop.signal)
    })
    // Only ever refused because it was stopped while waiting for its turn.
    .catch(() => undefined)

  return () => {
    stop.abort()
    others.close()
    useFileStream.setState({ live: false, downSinceMs: Date.now() })
  }
}
