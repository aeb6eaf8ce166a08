/** A read that takes longer no longer delays the next one, because its connection may be lost. */
const PATIENCE_MS = 100

/**
 * Shares a read among the callers that wait for it. No caller gets the result of a read that began before its request:
 * while a read runs, further callers wait for the next. An error reaches the waiting callers and is not kept.
 */
export function shareReads<T>(read: () => Promise<T>): () => Promise<T> {
  let previous: Promise<void> = Promise.resolve()
  let next: Promise<T> | undefined
  return () => {
    next ??= previous.then(() => {
      next = undefined
      const started = read()
      previous = endOrTimeout(started)
      return started
    })
    return next
  }
}

function endOrTimeout(work: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, PATIENCE_MS)
  const end = () => {
    clearTimeout(timer)
    resolve()
  }
  work.then(end, end)
  return promise
}
