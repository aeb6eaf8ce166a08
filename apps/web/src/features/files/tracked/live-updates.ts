import type { TrackedFile } from '@backoffice/contract/files'
import { followAccess } from '../../../session/session-refresh.ts'
import { invalidateFiles, updateFile, useFileStream } from './file-cache.ts'
import { followFileEvents } from './file-events.ts'
import { reportFile } from './file-notices.ts'

type Message = { file: TrackedFile } | { live: boolean; quietMs: number } | { isStateRequest: true }

/** True after a stream has been open on this page. */
let wasLive = false

function setLive(live: boolean, quietMs: number): void {
  const before = useFileStream.getState()
  if (before.live === live) return
  useFileStream.setState({ live, downSinceMs: live ? before.downSinceMs : Date.now() })
  if (!live) return
  // The first queries are current if no file has changed since the page was loaded.
  const isUpToDate = !wasLive && quietMs > performance.now()
  wasLive = true
  if (!isUpToDate) invalidateFiles()
}

function receive(file: TrackedFile): void {
  updateFile(file)
  reportFile(file)
}

/**
 * One tab holds the connection for all tabs: over HTTP/1.1 a browser opens only six per server. Returns a function
 * that stops.
 */
export function startLiveUpdates(): () => void {
  const stop = new AbortController()
  const otherTabs = new BroadcastChannel('files')
  let isLeader = false
  /** Time of the last change of a file, by `performance.now()`. */
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
  otherTabs.postMessage({ isStateRequest: true } satisfies Message)

  navigator.locks
    .request('file-events', { signal: stop.signal }, async () => {
      isLeader = true
      // The previous leader's connection closed with its tab.
      onLive(false)
      await followFileEvents({ onFile, onLive, onAccess: followAccess }, stop.signal)
    })
    // Rejects only if stopped while waiting for the lock.
    .catch(() => undefined)

  return () => {
    stop.abort()
    otherTabs.close()
    useFileStream.setState({ live: false, downSinceMs: Date.now() })
  }
}
