import type { ServerResponse } from 'node:http'
import { HttpError } from './errors.ts'

/** Concurrent calls of one caller, so that a single user cannot hold every database connection. */
const MAX_RUNNING = 8
/** Minimum per process, however many there are. */
const MIN_RUNNING = 2
/** Waiting calls of one caller; more are rejected. */
const MAX_WAITING = 200

type Queue = { running: number; waiting: Set<() => void> }

/** Runs `work` once a slot of the caller is free, in FIFO order. `hasWaited` is true if no slot was free at first. */
export type LimitConcurrency = <T>(
  callerId: string,
  response: ServerResponse,
  work: (hasWaited: boolean) => Promise<T>,
) => Promise<T>

/** A balancer spreads the calls of a caller among so many `processes`. */
export function createConcurrencyLimit(processes: () => number = () => 1): LimitConcurrency {
  const share = () => Math.max(MIN_RUNNING, Math.ceil(MAX_RUNNING / processes()))
  const queues = new Map<string, Queue>()
  return async (callerId, response, work) => {
    const queue = queues.get(callerId) ?? { running: 0, waiting: new Set() }
    queues.set(callerId, queue)
    const isFree = queue.running < share()
    if (isFree) queue.running++
    else await waitForSlot(queue.waiting, response)
    try {
      return await work(!isFree)
    } finally {
      queue.running--
      for (const next of [...queue.waiting].slice(0, Math.max(0, share() - queue.running))) {
        queue.running++
        next()
      }
      if (queue.running === 0) queues.delete(callerId)
    }
  }
}

/** Resolves when a finished call hands over its slot. Rejects when the connection closes first. */
function waitForSlot(waiting: Queue['waiting'], response: ServerResponse): Promise<void> {
  if (waiting.size >= MAX_WAITING) throw new HttpError('too_many_requests')
  return new Promise((resolve, reject) => {
    const leaveQueue = () => {
      waiting.delete(start)
      response.off('close', cancel)
    }
    const start = () => {
      leaveQueue()
      resolve()
    }
    const cancel = () => {
      leaveQueue()
      reject(new HttpError('bad_request', { detail: 'The connection was closed.' }))
    }
    waiting.add(start)
    if (response.closed) cancel()
    else response.once('close', cancel)
  })
}
