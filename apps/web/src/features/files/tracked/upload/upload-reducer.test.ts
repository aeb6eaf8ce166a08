import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { IDLE, isInProgress, sentBytes, type Upload } from './upload.ts'
import { type Effect, MAX_CONCURRENT_PARTS, reducer, type UploadEvent } from './upload-reducer.ts'

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
const lost = { type: 'part-failed', part: 0, kind: 'lost', reason: 'Lost.' } as const

test('goes from chosen to done, and registers after all parts are stored', () => {
  const stored = [0, 1, 2, 3, 4].map((part) => ({ type: 'stored', part, etag: `e${part}` }) as const)
  const { upload, effects } = play([...started, ...stored, { type: 'registered' }])
  expect(upload.step).toBe('done')
  expect(upload.parts.map((part) => part.etag)).toEqual(['e0', 'e1', 'e2', 'e3', 'e4'])
  expect(effects.map((effect) => effect.type)).toEqual(['check', 'sign', ...Array(5).fill('put'), 'register'])
})

test('tries a lost part three more times, then fails and can be retried', () => {
  const tries = [1, 2, 3].flatMap(() => [lost, { type: 'waited', part: 0 } as const])
  const failed = play([...started, ...tries, lost])
  expect(failed.upload).toMatchObject({ step: 'failed', reason: 'Lost.', resumeAt: 'uploading' })
  const [again, effects] = reducer(failed.upload, { type: 'retry' })
  expect(again.step).toBe('signing')
  expect(effects).toEqual([{ type: 'sign' }])
})

test('resumes automatically when a failed connection is back', () => {
  const tries = [1, 2, 3].flatMap(() => [lost, { type: 'waited', part: 0 } as const])
  const cut = { type: 'step-failed', reason: 'You are offline.', isCutOff: true } as const
  for (const events of [
    [...started, ...tries, lost],
    [...started.slice(0, 3), cut],
  ]) {
    const { upload } = play(events)
    expect(upload.step).toBe('failed')
    expect(reducer(upload, { type: 'reconnected' })).toMatchObject([
      { step: 'signing', reason: '', isCutOff: false },
      [{ type: 'sign' }],
    ])
  }
})

test('stays failed after a reconnection if the connection was not the reason', () => {
  const full = { type: 'part-failed', part: 0, kind: 'full', reason: 'Storage is full.' } as const
  const refused = { type: 'step-failed', reason: 'Busy.', isCutOff: false } as const
  for (const events of [
    [...started, full],
    [...started.slice(0, 3), refused],
  ]) {
    const { upload } = play(events)
    expect(reducer(upload, { type: 'reconnected' })).toEqual([upload, []])
  }
})

test('fails immediately on full storage, and a retry keeps stored parts', () => {
  const full = { type: 'part-failed', part: 0, kind: 'full', reason: 'Storage is full.' } as const
  const { upload } = play([...started, { type: 'stored', part: 1, etag: 'e1' }, full])
  expect(upload).toMatchObject({ step: 'failed', reason: 'Storage is full.', resumeAt: 'uploading' })
  const [again] = reducer(upload, { type: 'retry' })
  expect(again).toMatchObject({ step: 'signing', parts: [{}, { state: 'stored' }, {}, {}, {}] })
})

test('renews an expired link for the same key, and keeps stored parts', () => {
  const { upload, effects } = play([
    ...started,
    { type: 'stored', part: 1, etag: 'e1' },
    { type: 'part-failed', part: 0, kind: 'expired', reason: 'Expired.' },
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
  expect(effects.slice(-2)).toEqual([{ type: 'abort' }, { type: 'sign' }])
})

test('returns to the queue when the server accepts no more uploads, and starts again', () => {
  const { upload } = play([...started.slice(0, 3), { type: 'limit-reached' }])
  expect(upload.step).toBe('queued')
  expect(reducer(upload, { type: 'start' })[0].step).toBe('checking')
})

test('resumes an interrupted file with its key', () => {
  const events: UploadEvent[] = [
    { type: 'chosen', id: 'u', name: 'a.csv', size: SIZE, sourceFilekey: 'k' },
    ...started.slice(1),
  ]
  expect(play(events.slice(0, 3)).upload.ticket?.sourceFilekey).toBe('k')
  expect(play(events).upload.parts).toHaveLength(5)
  expect(play([...events, { type: 'cancel' }]).effects.at(-1)).toEqual({
    type: 'discard',
    sourceFilekey: 'k',
  })
})

test('cancelling stops the transfer and cancels the file on the server', () => {
  const { upload, effects } = play([...started, { type: 'cancel' }])
  expect(upload.step).toBe('cancelled')
  expect(effects.slice(-2)).toEqual([{ type: 'abort' }, { type: 'discard', sourceFilekey: 'k' }])
})

test('waits in the queue until it is started, and can be cancelled there', () => {
  const [chosen] = started
  if (!chosen) throw new Error('No event.')
  expect(play([chosen]).upload.step).toBe('queued')
  expect(play([chosen]).effects).toEqual([])
  expect(play([chosen, { type: 'start' }]).effects).toEqual([{ type: 'check' }])
  expect(play([chosen, { type: 'cancel' }]).upload.step).toBe('cancelled')
})

const part = fc.integer({ min: 0, max: 6 })
const anyEvent: fc.Arbitrary<UploadEvent> = fc.oneof(
  fc.constant<UploadEvent>({ type: 'chosen', id: 'u', name: 'a.csv', size: SIZE }),
  fc.constant<UploadEvent>({ type: 'start' }),
  fc.constant<UploadEvent>({ type: 'reconnected' }),
  fc.constant<UploadEvent>({ type: 'checked', sha256: undefined }),
  fc.constant<UploadEvent>({ type: 'signed', ticket }),
  fc.record({ type: fc.constant('sent' as const), part, bytes: fc.integer({ min: 0, max: 99 }) }),
  fc.record({ type: fc.constant('stored' as const), part, etag: fc.string() }),
  fc.record({
    type: fc.constant('part-failed' as const),
    part,
    kind: fc.constantFrom('lost', 'expired', 'full', 'refused', 'closed'),
    reason: fc.constant('No.'),
  }),
  fc.record({ type: fc.constant('waited' as const), part }),
  fc.constantFrom<UploadEvent>(
    { type: 'registered' },
    { type: 'limit-reached' },
    { type: 'step-failed', reason: 'No.' },
    { type: 'cancel' },
    { type: 'retry' },
    { type: 'reset' },
  ),
)

test('any sequence of events keeps an upload consistent', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 60 }), (events) => {
      let upload = IDLE
      for (const event of events) {
        const before = upload
        const [next, effects] = reducer(upload, event)
        upload = next
        const sending = upload.parts.filter(({ state }) => state === 'sending').length
        expect(sending).toBeLessThanOrEqual(MAX_CONCURRENT_PARTS)
        expect(sentBytes(upload)).toBeLessThanOrEqual(SIZE)
        if (upload.step === 'uploading')
          // Some part still expects an event, so the upload is not stuck.
          expect(upload.parts.some(({ state }) => state === 'sending' || state === 'pausing')).toBe(true)
        else expect(sending).toBe(0)
        for (const effect of effects) {
          if (effect.type === 'register')
            expect(upload.parts.every(({ state, etag }) => state === 'stored' && etag !== undefined)).toBe(
              true,
            )
          if (effect.type === 'put') expect(before.parts[effect.part]?.state).not.toBe('stored')
        }
        if (upload.step === 'done') expect(before.step === 'registering' || before.step === 'done').toBe(true)
        if (upload.step === 'failed') expect(upload.reason).not.toBe('')
        if (!isInProgress(upload))
          expect(effects.every(({ type }) => type === 'abort' || type === 'discard')).toBe(true)
      }
    }),
  )
})
