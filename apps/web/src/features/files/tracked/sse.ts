export type ServerEvent = { event: string; data: string }

/** Maximum characters of an unfinished event; a longer one means a broken stream. */
const MAX_EVENT_LENGTH = 1_000_000

/**
 * Parses server-sent events from text that arrives in pieces of any length. Skips comments (heartbeats) and unused
 * fields.
 */
export function createEventReader(): (piece: string) => ServerEvent[] {
  let rest = ''
  let event = ''
  let data: string[] = []
  return (piece) => {
    rest += piece
    if (rest.length > MAX_EVENT_LENGTH) throw new Error('An event without an end.')
    const events: ServerEvent[] = []
    // A CR at the end of a piece may be the first half of CRLF, so it stays in `rest` until the next piece.
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
 * Calls `onText` with the text of a stream as it arrives. Uses a reader, because WebKit cannot iterate a stream, and
 * cancels it, because an unfinished stream keeps its connection open.
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
