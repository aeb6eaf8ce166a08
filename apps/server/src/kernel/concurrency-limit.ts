import type { ServerResponse } from 'node:http'
import { HttpError } from './errors.ts'

/** Concurrent calls of one caller in a process: a single user cannot hold every database connection. */
const MAX_RUNNING = 8
/** Waiting calls of one caller; further ones are rejected. */
const MAX_WAITING = 200

type Queue = { running: number; waiting: Set<() => void> }

/** Runs `work` once a slot of the caller is free, in FIFO order. */
export type LimitConcurrency = <T>(
  callerId: string,
  response: ServerResponse,
  work: () => Promise<T>,
) => Promise<T>

export function createConcurrencyLimit(): LimitConcurrency {
  const queues = new Map<string, Queue>()
  return async (callerId, response, work) => {
    const queue = queues.get(callerId) ?? { running: 0, waiting: new Set() }
    queues.set(callerId, queue)
    if (queue.running < MAX_RUNNING) queue.running++
    else await waitForSlot(queue.waiting, response)
    try {
      return await work()
    } finally {
      const [next] = queue.waiting
      if (next) next()
      else if (--queue.running === 0) queues.delete(callerId)
    }
  }
}

/** Resolves when a finished call passes on its slot. Rejects when the connection closes first. */
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
