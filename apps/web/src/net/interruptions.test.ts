import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { type ExtraHeaders, type Interruption, setInterruption, withInterruptions } from './interruptions.ts'

const refusal = (code: string) => new ApiError(403, { code, detail: `Refused: ${code}` })

let stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops) stop()
  stops = []
})

function interrupt(code: string, ...replies: (ExtraHeaders | null)[]) {
  const obtain = vi.fn<Interruption>(async () => replies.shift() ?? null)
  stops.push(setInterruption(code, obtain))
  return obtain
}

/** Throws these refusals in turn, then succeeds. Collects the headers of each attempt. */
function attempts(...refusals: Error[]) {
  const sent: ExtraHeaders[] = []
  const outcome = withInterruptions(async (headers) => {
    sent.push(headers)
    const next = refusals.shift()
    if (next) throw next
    return 'done'
  })
  return { sent, outcome }
}

test('repeats a refused call with the headers of each interruption', async () => {
  const signIn = interrupt('sign_in', { who: 'a' })
  interrupt('reason', { why: 'b' })
  const { sent, outcome } = attempts(refusal('sign_in'), refusal('reason'))
  expect(await outcome).toBe('done')
  expect(sent).toEqual([{}, { who: 'a' }, { who: 'a', why: 'b' }])
  expect(signIn).toHaveBeenCalledExactlyOnceWith(expect.any(ApiError), {})
})

test('kept headers that are refused are replaced once', async () => {
  const obtain = interrupt('sign_in', { who: 'kept' }, { who: 'new' }, { who: 'never' })
  const last = refusal('sign_in')
  const { sent, outcome } = attempts(refusal('sign_in'), refusal('sign_in'), last)
  await expect(outcome).rejects.toBe(last)
  expect(sent).toEqual([{}, { who: 'kept' }, { who: 'new' }])
  expect(obtain.mock.calls.map(([, headers]) => headers)).toEqual([{}, { who: 'kept' }])
})

test('a cancelled interruption cancels the call', async () => {
  interrupt('sign_in', null)
  const { sent, outcome } = attempts(refusal('sign_in'))
  await expect(outcome).rejects.toMatchObject({ name: 'ApiError', code: 'cancelled' })
  expect(sent).toEqual([{}])
})

test('other errors, and those of an interruption, are thrown', async () => {
  const other = refusal('not_held')
  await expect(attempts(other).outcome).rejects.toBe(other)
  const bug = new TypeError('x is undefined')
  await expect(attempts(bug).outcome).rejects.toBe(bug)
  stops.push(setInterruption('sign_in', () => Promise.reject(bug)))
  await expect(attempts(refusal('sign_in')).outcome).rejects.toBe(bug)
})
