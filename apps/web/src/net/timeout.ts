/** Rejects with what `late` gives unless the answer comes within so many milliseconds. */
export function withTimeout<T>(answer: Promise<T>, withinMs: number, late: () => Error): Promise<T> {
  const limit = Promise.withResolvers<never>()
  const timer = setTimeout(() => limit.reject(late()), withinMs)
  return Promise.race([answer, limit.promise]).finally(() => clearTimeout(timer))
}
