import type { ServerResponse } from 'node:http'
import { Refusal } from './errors.ts'

/** Calls of one caller that run at once in a process: one person cannot hold every database connection. */
const AT_ONCE = 8
/** Calls of one caller that wait; a further one is refused. */
const MAX_WAITING = 200

type Queue = { running: number; waiting: Set<() => void> }

/** Runs `work` when it is its turn among the calls of its caller, in the order in which they came. */
export type InTurn = <T>(callerId: string, response: ServerResponse, work: () => Promise<T>) => Promise<T>

export function createTurns(): InTurn {
  const queues = new Map<string, Queue>()
  return async (callerId, response, work) => {
    const queue = queues.get(callerId) ?? { running: 0, waiting: new Set() }
    queues.set(callerId, queue)
    if (queue.running < AT_ONCE) queue.running++
    else await turn(queue.waiting, response)
    try {
      return await work()
    } finally {
      const [next] = queue.waiting
      if (next) next()
      else if (--queue.running === 0) queues.delete(callerId)
    }
  }
}

/** Resolves when a call that ends hands its turn on. Rejects when the connection closes first. */
function turn(waiting: Queue['waiting'], response: ServerResponse): Promise<void> {
  if (waiting.size >= MAX_WAITING) throw new Refusal('too_many_requests')
  return new Promise((resolve, reject) => {
    const leave = () => {
      waiting.delete(begin)
      response.off('close', drop)
    }
    const begin = () => {
      leave()
      resolve()
    }
    const drop = () => {
      leave()
      reject(new Refusal('bad_request', { detail: 'The connection was closed.' }))
    }
    waiting.add(begin)
    if (response.closed) drop()
    else response.once('close', drop)
  })
}
