export type ServerEvent = { event: string; data: string }

/** Most that an unfinished event may hold: a stream that never ends one is broken, not patient. */
const MOST = 1_000_000

/**
 * Reads server-sent events out of text that arrives in any pieces.
 * Comments (heartbeats) and fields we have no use for are passed over.
 */
export function createEventReader(): (piece: string) => ServerEvent[] {
  let rest = ''
  let event = ''
  let data: string[] = []
  return (piece) => {
    rest += piece
    if (rest.length > MOST) throw new Error('An event without an end.')
    const events: ServerEvent[] = []
    // A CR at the very end may be the first half of CRLF: it waits for what follows.
    const lines = rest.split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) events.push({ event: event || 'message', data: data.join('\n') })
        event = ''
        data = []
        continue
      }
      const colon = line.indexOf(':')
      const field = colon === -1 ? line : line.slice(0, colon)
      const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '')
      if (field === 'event') event = value
      else if (field === 'data') data.push(value)
    }
    return events
  }
}

/**
 * Hands over the text of a stream as it arrives. A reader, because WebKit cannot iterate a stream; cancelled
 * in the end, because a stream that is left unread keeps its connection open.
 */
export async function readText(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  onText: (text: string) => void,
): Promise<void> {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      onText(value)
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
