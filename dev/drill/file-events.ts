import { setTimeout as sleep } from 'node:timers/promises'

export type FileWatch = {
  /** When the last event of the file came, by its state: `KEY COMPLETED`. */
  seen: ReadonlySet<string>
  /** Streams that ended, or could not be opened. */
  reconnects(): number
  stop(): Promise<void>
}

/** Follows the events of files as the browser does: a stream that ends is opened anew after a second. */
export function watchFiles(address: string, token: string): FileWatch {
  const abort = new AbortController()
  const seen = new Set<string>()
  let streams = 0

  async function read() {
    const reply = await fetch(`${address}/api/operations/file_tracker/events`, {
      headers: { authorization: `Bearer ${token}` },
      signal: abort.signal,
    })
    if (!reply.ok || !reply.body) return
    let text = ''
    for await (const chunk of reply.body.pipeThrough(new TextDecoderStream())) {
      const events = (text + chunk).split('\n\n')
      text = events.pop() ?? ''
      for (const event of events) {
        const data = /^event: file\ndata: (.*)$/m.exec(event)?.[1]
        if (data === undefined) continue
        const { source_filekey, state } = JSON.parse(data) as { source_filekey: string; state: string }
        seen.add(`${source_filekey} ${state}`)
      }
    }
  }

  async function follow() {
    while (!abort.signal.aborted) {
      streams += 1
      await read().catch(() => {})
      await sleep(1_000, undefined, { signal: abort.signal }).catch(() => {})
    }
  }

  const following = follow()
  return {
    seen,
    reconnects: () => streams - 1,
    async stop() {
      abort.abort()
      await following
    },
  }
}
