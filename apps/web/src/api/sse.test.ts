import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createEventReader } from './sse.ts'

const stream =
  'event: ready\ndata: {}\n\n: ping\n\nevent: file\r\ndata: {"a":1,\r\ndata: "b":2}\r\n\r\nid: 7\ndata:x\n\n'
const events = [
  { event: 'ready', data: '{}' },
  { event: 'file', data: '{"a":1,\n"b":2}' },
  { event: 'message', data: 'x' },
]

test('reads names, data over several lines, and passes over comments and other fields', () => {
  expect(createEventReader()(stream)).toEqual(events)
})

test('wherever the stream is cut, the same events come out', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(stream.length), { maxLength: 8 }), (cuts) => {
      const read = createEventReader()
      const at = [0, ...cuts.sort((a, b) => a - b), stream.length]
      const found = at.slice(1).flatMap((end, index) => read(stream.slice(at[index], end)))
      expect(found).toEqual(events)
    }),
  )
})

test('an event that is never finished is not given out, one without end is refused', () => {
  const read = createEventReader()
  expect(read('event: file\ndata: {}\n')).toEqual([])
  expect(() => createEventReader()('x'.repeat(1_000_001))).toThrow('without an end')
})
