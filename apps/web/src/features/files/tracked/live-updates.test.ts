import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createEventReader, readText } from './live-updates.ts'

const stream =
  'event: ready\ndata: {}\n\n: ping\n\nevent: file\r\ndata: {"a":1,\r\ndata: "b":2}\r\n\r\nid: 7\ndata:x\n\n'
const events = [
  { event: 'ready', data: '{}' },
  { event: 'file', data: '{"a":1,\n"b":2}' },
  { event: 'message', data: 'x' },
]

test('parses event names and data over several lines, and skips comments and other fields', () => {
  expect(createEventReader()(stream)).toEqual(events)
})

test('parses the same events for any split of the stream', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(stream.length), { maxLength: 8 }), (cuts) => {
      const read = createEventReader()
      const at = [0, ...cuts.sort((a, b) => a - b), stream.length]
      const found = at.slice(1).flatMap((end, index) => read(stream.slice(at[index], end)))
      expect(found).toEqual(events)
    }),
  )
})

test('does not return an unfinished event, and rejects one above the length limit', () => {
  const read = createEventReader()
  expect(read('event: file\ndata: {}\n')).toEqual([])
  expect(() => createEventReader()('x'.repeat(1_000_001))).toThrow('without an end')
})

const bytes = (text: string) => new TextEncoder().encode(text)

function aStream(start: (controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>) => void) {
  let isCancelled = false
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start,
    cancel() {
      isCancelled = true
    },
  })
  return { stream, isCancelled: () => isCancelled }
}

test('reads the text of a stream to its end, including a character split between two chunks', async () => {
  const { stream } = aStream((controller) => {
    const euro = bytes('€')
    for (const piece of [bytes('a'), euro.slice(0, 1), euro.slice(1)]) controller.enqueue(piece)
    controller.close()
  })
  const read: string[] = []
  await readText(stream, (text) => read.push(text))
  expect(read.join('')).toBe('a€')
})

test('cancels a stream whose text cannot be parsed, to close its connection', async () => {
  const { stream, isCancelled } = aStream((controller) => controller.enqueue(bytes('x')))
  await expect(
    readText(stream, () => {
      throw new Error('useless')
    }),
  ).rejects.toThrow('useless')
  expect(isCancelled()).toBe(true)
})

test('a broken stream is an error', async () => {
  const { stream } = aStream((controller) => controller.error(new Error('broken off')))
  await expect(readText(stream, () => undefined)).rejects.toThrow('broken off')
})
