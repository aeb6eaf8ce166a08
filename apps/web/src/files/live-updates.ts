import type { TrackedFile } from '@backoffice/contract/endpoints/files'
import { followAccess } from '../session/session-refresh.ts'
import { invalidateFiles, updateFile, useFileStream } from './file-cache.ts'
import { followFileEvents } from './file-events.ts'
import { reportFile } from './file-notices.ts'

type Message = { file: TrackedFile } | { live: boolean; quietMs: number } | { ask: true }

/** Whether a stream has been open since this page was loaded. */
let wasLive = false

function setLive(live: boolean, quietMs: number): void {
  const before = useFileStream.getState()
  if (before.live === live) return
  useFileStream.setState({ live, downSinceMs: live ? before.downSinceMs : Date.now() })
  if (!live) return
  // The first stream opens just after the first queries: they are current if no file changed since the page was loaded.
  const isUpToDate = !wasLive && quietMs > performance.now()
  wasLive = true
  if (!isUpToDate) invalidateFiles()
}

function receive(file: TrackedFile): void {
  updateFile(file)
  reportFile(file)
}

/**
 * One tab holds the connection for all: a browser opens six to a server over HTTP/1.1, and ten tabs would use
 * them up. Returns how to stop.
 */
export function startLiveUpdates(): () => void {
  const stop = new AbortController()
  const otherTabs = new BroadcastChannel('files')
  let isLeader = false
  /** When a file last changed, by the clock of `performance.now()`. */
  let changedAt = performance.now()

  function onFile(file: TrackedFile): void {
    if (stop.signal.aborted) return
    changedAt = performance.now()
    receive(file)
    otherTabs.postMessage({ file } satisfies Message)
  }
  function onLive(live: boolean, quietMs = 0): void {
    if (stop.signal.aborted) return
    changedAt = performance.now() - quietMs
    setLive(live, quietMs)
    otherTabs.postMessage({ live, quietMs } satisfies Message)
  }

  otherTabs.onmessage = ({ data }: MessageEvent<Message>) => {
    if ('file' in data) receive(data.file)
    else if ('live' in data) setLive(data.live, data.quietMs)
    else if (isLeader) {
      const quietMs = performance.now() - changedAt
      otherTabs.postMessage({ live: useFileStream.getState().live, quietMs } satisfies Message)
    }
  }
  otherTabs.postMessage({ ask: true } satisfies Message)

  navigator.locks
    .request('file-events', { signal: stop.signal }, async () => {
      isLeader = true
      // The connection of the former leader closed with its tab.
      onLive(false)
      await followFileEvents({ onFile, onLive, onAccess: followAccess }, stop.signal)
    })
    // Rejects only when it is stopped while it waits for the lock.
    .catch(() => undefined)

  return () => {
    stop.abort()
    otherTabs.close()
    useFileStream.setState({ live: false, downSinceMs: Date.now() })
  }
}
