import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shareReads } from './share-reads.ts'

/** Reads that the test ends in order. Each returns the time at which it began. */
function controlled() {
  let time = 0
  let ended = 0
  const reads: { end: () => void; fail: () => void }[] = []
  const shared = shareReads(() => {
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    const began = ++time
    reads.push({ end: () => resolve(began), fail: () => reject(new Error('lost')) })
    return promise
  })
  return {
    shared,
    reads,
    now: () => ++time,
    endOldest: () => ended < reads.length && reads[ended++]?.end(),
    failOldest: () => ended < reads.length && reads[ended++]?.fail(),
  }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

test('callers of one tick share a read; callers during a read share the next', async () => {
  const { shared, reads, endOldest } = controlled()
  const first = [shared(), shared()]
  await settle()
  const second = [shared(), shared(), shared()]
  await settle()
  expect(reads).toHaveLength(1)
  endOldest()
  expect(await Promise.all(first)).toEqual([1, 1])
  await settle()
  expect(reads).toHaveLength(2)
  endOldest()
  expect(await Promise.all(second)).toEqual([2, 2, 2])
})

test('no caller gets a read that began before its call, however calls and replies interleave', async () => {
  const steps = fc.array(fc.constantFrom('call', 'endOldest', 'failOldest', 'settle'), { maxLength: 60 })
  const property = fc.asyncProperty(steps, async (all) => {
    const { shared, now, endOldest, failOldest } = controlled()
    const calls: Promise<boolean>[] = []
    const call = () => {
      const calledAt = now()
      const isFresh = (began: number) => began > calledAt
      calls.push(shared().then(isFresh, () => true))
    }
    const run = { call, endOldest, failOldest, settle }
    for (const step of all) await run[step]()
    // The running read and the next.
    for (const step of [settle, endOldest, settle, endOldest]) await step()
    expect(await Promise.all(calls)).not.toContain(false)
  })
  await fc.assert(property)
})

test('an error reaches every waiting caller, and no later one', async () => {
  const { shared, endOldest, failOldest } = controlled()
  const failed = Promise.allSettled([shared(), shared()])
  await settle()
  const later = shared()
  failOldest()
  expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await settle()
  endOldest()
  expect(await later).toBe(2)
})

test('a read that hangs delays the next one for a tenth of a second at most', async () => {
  const { shared, reads } = controlled()
  void shared()
  await settle()
  const waiting = shared()
  await sleep(150)
  reads[1]?.end()
  expect(await waiting).toBe(2)
})
