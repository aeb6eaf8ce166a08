import { beforeEach, expect, test } from 'vitest'
import { ApiError, cancelledError } from '../../net/api-error.ts'
import { SentForApproval } from '../../net/sent-for-approval.ts'
import { useNotifications } from '../notifications/notifications.ts'
import { isWriting, performWrite, setSentReport, type Undo, type Write } from './use-write.ts'

let steps: string[]
beforeEach(() => {
  steps = []
  useNotifications.setState({ log: [] })
})

const step = (name: string) => () => void steps.push(name)
const toasts = () => useNotifications.getState().log.map(({ kind, text }) => `${kind}: ${text}`)

function write(change: Partial<Write<string, string>> = {}, isShown = true): Promise<string> {
  const all: Write<string, string> = {
    run: async (input) => `${input} written`,
    successText: (output) => output,
    store: step('store'),
    refresh: async () => void steps.push('refresh'),
    close: step('close'),
    ...change,
  }
  return performWrite(all, { input: 'FUEL 0041', key: 'k1', isShown: () => isShown })
}

test('after success shows, stores, refreshes and closes, in this order', async () => {
  expect(await write()).toBe('FUEL 0041 written')
  expect(steps).toEqual(['store', 'refresh', 'close'])
  expect(toasts()).toEqual(['done: FUEL 0041 written'])
})

test('a write that ends after its component is unmounted closes nothing', async () => {
  await write({}, false)
  expect(steps).toEqual(['store', 'refresh'])
  expect(toasts()).toEqual(['done: FUEL 0041 written'])
})

test('shows a failure as a toast after its component is unmounted', async () => {
  const refusalText = () => 'FUEL 0041 not deleted'
  await write({ refusalText })
  expect(toasts()).toEqual(['done: FUEL 0041 written'])
  await write({ successText: () => undefined, refusalText }, false)
  expect(toasts().some((text) => text.endsWith('FUEL 0041 not deleted'))).toBe(true)
})

test('the refresh gets the error, and nothing after a success', async () => {
  const errors: unknown[] = []
  const refresh = async (error?: unknown) => void errors.push(error)
  const refusal = new ApiError(404, { code: 'not_found', detail: 'Gone.' })
  await write({ refresh })
  await write({ refresh, run: () => Promise.reject(refusal) }).catch(() => undefined)
  expect(errors).toEqual([undefined, refusal])
})

test('a cancelled write refreshes and shows nothing', async () => {
  const cancelled = cancelledError()
  await expect(write({ run: () => Promise.reject(cancelled) })).rejects.toBe(cancelled)
  expect([steps, toasts()]).toEqual([[], []])
})

test('throws a refusal, and refreshes the data that it may have changed', async () => {
  const refusal = new ApiError(409, { code: 'version_conflict', detail: 'Changed.' })
  await expect(write({ run: () => Promise.reject(refusal) })).rejects.toBe(refusal)
  expect(steps).toEqual(['refresh'])
  expect(toasts()).toEqual([])
})

test('closes after the refresh if the write waits for it', async () => {
  const refreshed = Promise.withResolvers<void>()
  const ended = write({ refresh: () => refreshed.promise, awaitsRefresh: true })
  await Promise.resolve()
  expect(isWriting()).toBe(true)
  await Promise.resolve()
  expect(steps).toEqual(['store'])
  refreshed.resolve()
  await ended
  expect(steps.slice(-1)).toEqual(['close'])
  expect(isWriting()).toBe(false)
})

test('shows no toast without a text, and offers an undo', async () => {
  await write({ successText: () => undefined })
  expect(toasts()).toEqual([])
  await write({ successText: 'Deleted', undo: () => async () => 'Restored' })
  expect(toasts()).toEqual(['undo: Deleted'])
})

const undos = () => useNotifications.getState().log.flatMap(({ actions = [] }) => actions)

test('the undo stays in the notifications, and runs once wherever it is offered', async () => {
  const undone: string[] = []
  let offered: Undo | undefined
  const undo = (output: string) => async () => {
    undone.push(output)
    return 'Restored'
  }
  await write({
    successText: 'BYH 0109 deleted',
    undo,
    close: (_, each) => {
      offered = each
    },
  })
  await write({ successText: 'BYH 0109 deleted', undo })
  expect(undos().map(({ label }) => label)).toEqual(['Undo', 'Undo'])
  expect(await offered?.()).toBe(true)
  expect(await offered?.()).toBe(true)
  expect([undone.length, undos().length]).toEqual([1, 1])
  for (const action of undos()) if ('run' in action) action.run()
  expect([undone.length, undos().length]).toEqual([2, 0])
})

test('a change that was sent for approval is reported and refreshed, but neither stored nor closed', async () => {
  const sent = new SentForApproval({ id: '1', kind: 'RULES' })
  const reports: unknown[] = []
  setSentReport((each) => reports.push(each))
  await expect(write({ run: () => Promise.reject(sent) })).rejects.toBe(sent)
  expect(steps).toEqual(['refresh'])
  expect(reports).toEqual([sent])
  expect(toasts()).toEqual([])
})
