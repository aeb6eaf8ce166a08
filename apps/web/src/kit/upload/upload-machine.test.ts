import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { IDLE, isUnderWay, sentBytes, type Upload } from './upload.ts'
import { type Effect, PARTS_AT_ONCE, reducer, type UploadEvent } from './upload-machine.ts'

const SIZE = 25
const ticket = { sourceFilekey: 'k', urls: ['a', 'b', 'c', 'd', 'e'], partSize: 5, headers: {} }

function play(events: readonly UploadEvent[]): { upload: Upload; effects: Effect[] } {
  let upload = IDLE
  const effects: Effect[] = []
  for (const event of events) {
    const [next, wanted] = reducer(upload, event)
    upload = next
    effects.push(...wanted)
  }
  return { upload, effects }
}

const started: UploadEvent[] = [
  { type: 'chosen', id: 'u', name: 'a.csv', size: SIZE },
  { type: 'start' },
  { type: 'checked', sha256: 'f' },
  { type: 'signed', ticket },
]
const lost = { type: 'part-failed', part: 0, why: 'lost', reason: 'Lost.' } as const

test('goes from choosing to done, registering once all parts are stored', () => {
  const stored = [0, 1, 2, 3, 4].map((part) => ({ type: 'stored', part, etag: `e${part}` }) as const)
  const { upload, effects } = play([...started, ...stored, { type: 'registered' }])
  expect(upload.step).toBe('done')
  expect(upload.parts.map((part) => part.etag)).toEqual(['e0', 'e1', 'e2', 'e3', 'e4'])
  expect(effects.map((effect) => effect.do)).toEqual(['check', 'sign', ...Array(5).fill('put'), 'register'])
})

test('gives a lost part three more tries, then fails and can be taken up again', () => {
  const tries = [1, 2, 3].flatMap(() => [lost, { type: 'waited', part: 0 } as const])
  const gaveUp = play([...started, ...tries, lost])
  expect(gaveUp.upload).toMatchObject({ step: 'failed', reason: 'Lost.', resumeAt: 'uploading' })
  const [again, effects] = reducer(gaveUp.upload, { type: 'retry' })
  expect(again.step).toBe('signing')
  expect(effects).toEqual([{ do: 'sign' }])
})

test('fails at once on full storage, and can be taken up again with what is stored', () => {
  const full = { type: 'part-failed', part: 0, why: 'full', reason: 'Storage is full.' } as const
  const { upload } = play([...started, { type: 'stored', part: 1, etag: 'e1' }, full])
  expect(upload).toMatchObject({ step: 'failed', reason: 'Storage is full.', resumeAt: 'uploading' })
  const [again] = reducer(upload, { type: 'retry' })
  expect(again).toMatchObject({ step: 'signing', parts: [{}, { state: 'stored' }, {}, {}, {}] })
})

test('signs the same key anew when a link has run out, keeping what is stored', () => {
  const { upload, effects } = play([
    ...started,
    { type: 'stored', part: 1, etag: 'e1' },
    { type: 'part-failed', part: 0, why: 'expired', reason: 'Ran out.' },
  ])
  expect(upload.step).toBe('signing')
  expect(upload.ticket?.sourceFilekey).toBe('k')
  expect(upload.parts.map((part) => part.state)).toEqual([
    'waiting',
    'stored',
    'waiting',
    'waiting',
    'waiting',
  ])
  expect(effects.slice(-2)).toEqual([{ do: 'abort' }, { do: 'sign' }])
})

test('goes back to the queue where the server takes no more uploads, and is started again', () => {
  const { upload } = play([...started.slice(0, 3), { type: 'crowded' }])
  expect(upload.step).toBe('queued')
  expect(reducer(upload, { type: 'start' })[0].step).toBe('checking')
})

test('sends an interrupted file again under its key', () => {
  const events: UploadEvent[] = [
    { type: 'chosen', id: 'u', name: 'a.csv', size: SIZE, sourceFilekey: 'k' },
    ...started.slice(1),
  ]
  expect(play(events.slice(0, 3)).upload.ticket?.sourceFilekey).toBe('k')
  expect(play(events).upload.parts).toHaveLength(5)
  expect(play([...events, { type: 'cancel' }]).effects.at(-1)).toEqual({ do: 'discard', sourceFilekey: 'k' })
})

test('cancelling stops the transfer and tells the server', () => {
  const { upload, effects } = play([...started, { type: 'cancel' }])
  expect(upload.step).toBe('cancelled')
  expect(effects.slice(-2)).toEqual([{ do: 'abort' }, { do: 'discard', sourceFilekey: 'k' }])
})

test('waits in the queue until it is started, and can be cancelled there', () => {
  const [chosen] = started
  if (!chosen) throw new Error('No event.')
  expect(play([chosen]).upload.step).toBe('queued')
  expect(play([chosen]).effects).toEqual([])
  expect(play([chosen, { type: 'start' }]).effects).toEqual([{ do: 'check' }])
  expect(play([chosen, { type: 'cancel' }]).upload.step).toBe('cancelled')
})

const part = fc.integer({ min: 0, max: 6 })
const anyEvent: fc.Arbitrary<UploadEvent> = fc.oneof(
  fc.constant<UploadEvent>({ type: 'chosen', id: 'u', name: 'a.csv', size: SIZE }),
  fc.constant<UploadEvent>({ type: 'start' }),
  fc.constant<UploadEvent>({ type: 'checked', sha256: undefined }),
  fc.constant<UploadEvent>({ type: 'signed', ticket }),
  fc.record({ type: fc.constant('sent' as const), part, bytes: fc.integer({ min: 0, max: 99 }) }),
  fc.record({ type: fc.constant('stored' as const), part, etag: fc.string() }),
  fc.record({
    type: fc.constant('part-failed' as const),
    part,
    why: fc.constantFrom('lost', 'expired', 'full', 'refused', 'closed'),
    reason: fc.constant('No.'),
  }),
  fc.record({ type: fc.constant('waited' as const), part }),
  fc.constantFrom<UploadEvent>(
    { type: 'registered' },
    { type: 'crowded' },
    { type: 'broke', reason: 'No.' },
    { type: 'cancel' },
    { type: 'retry' },
    { type: 'reset' },
  ),
)

test('whatever happens in whatever order, an upload stays sound', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 60 }), (events) => {
      let upload = IDLE
      for (const event of events) {
        const before = upload
        const [next, effects] = reducer(upload, event)
        upload = next
        const going = upload.parts.filter(({ state }) => state === 'going').length
        expect(going).toBeLessThanOrEqual(PARTS_AT_ONCE)
        expect(sentBytes(upload)).toBeLessThanOrEqual(SIZE)
        if (upload.step === 'uploading')
          // Never stuck: something is on its way that will be heard of.
          expect(upload.parts.some(({ state }) => state === 'going' || state === 'pausing')).toBe(true)
        else expect(going).toBe(0)
        for (const effect of effects) {
          if (effect.do === 'register')
            expect(upload.parts.every(({ state, etag }) => state === 'stored' && etag !== undefined)).toBe(
              true,
            )
          if (effect.do === 'put') expect(before.parts[effect.part]?.state).not.toBe('stored')
        }
        if (upload.step === 'done') expect(before.step === 'registering' || before.step === 'done').toBe(true)
        if (upload.step === 'failed') expect(upload.reason).not.toBe('')
        if (!isUnderWay(upload))
          expect(effects.every(({ do: what }) => what === 'abort' || what === 'discard')).toBe(true)
      }
    }),
  )
})
