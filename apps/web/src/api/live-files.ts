import type { TrackedFile } from '@backoffice/contract/endpoints/files'
import { create } from 'zustand'
import { listen } from './file-events.ts'
import { catchUp, fileArrived } from './live-cache.ts'

type Message = { file: TrackedFile } | { live: boolean } | { ask: true }

type Stream = { live: boolean; downSinceMs: number }

/** Whether changes of files are being pushed to this tab; screens poll while they are not. */
export const useFileStream = create<Stream>()(() => ({ live: false, downSinceMs: Date.now() }))

function setLive(live: boolean): void {
  const before = useFileStream.getState()
  if (before.live === live) return
  useFileStream.setState({ live, downSinceMs: live ? before.downSinceMs : Date.now() })
  // Whatever happened while nobody was listening.
  if (live) catchUp()
}

/**
 * Keeps this tab up to date with the files its user may see, until stopped. One tab holds the
 * connection for all: a browser opens six to a server over HTTP/1.1, and ten tabs would use them up.
 */
export function followFiles(): () => void {
  const stop = new AbortController()
  const others = new BroadcastChannel('files')
  let leading = false

  function file(arrived: TrackedFile): void {
    if (stop.signal.aborted) return
    fileArrived(arrived)
    others.postMessage({ file: arrived } satisfies Message)
  }
  function live(up: boolean): void {
    if (stop.signal.aborted) return
    setLive(up)
    others.postMessage({ live: up } satisfies Message)
  }

  others.onmessage = ({ data }: MessageEvent<Message>) => {
    if ('file' in data) fileArrived(data.file)
    else if ('live' in data) setLive(data.live)
    else if (leading) others.postMessage({ live: useFileStream.getState().live } satisfies Message)
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
