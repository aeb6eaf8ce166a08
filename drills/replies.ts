import type { SeenReply } from './driver.ts'

export class Replies {
  readonly #seen: SeenReply[] = []
  readonly add = (seen: SeenReply): void => void this.#seen.push(seen)

  get all(): readonly SeenReply[] {
    return this.#seen
  }

  since(at: number): readonly SeenReply[] {
    return this.#seen.filter((seen) => seen.at >= at)
  }
}

export function countByStatus(seen: readonly SeenReply[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const { status } of seen) counts.set(status, (counts.get(status) ?? 0) + 1)
  return new Map([...counts].sort(([a], [b]) => a - b))
}

/** Counts by status, such as `200: 4,012, 503: 31`; 0 is a connection that ended without a reply. */
export function describeStatuses(seen: readonly SeenReply[]): string {
  return [...countByStatus(seen)]
    .map(([status, count]) => `${status || 'no reply'}: ${count.toLocaleString('en')}`)
    .join(', ')
}

/** The longest time between two good replies, in ms. */
export function longestGap(seen: readonly SeenReply[]): number {
  const good = seen.filter(({ status }) => status >= 200 && status < 500).map(({ at }) => at)
  let longest = 0
  for (const [index, at] of good.entries()) longest = Math.max(longest, at - (good[index - 1] ?? at))
  return longest
}

/** True for 503, or 500 from the identity provider, whose protocol has no 503. */
export function isUnavailable({ path, status }: SeenReply): boolean {
  return status === 503 || (status === 500 && path === '/idp/')
}

export function isFault(seen: SeenReply): boolean {
  return seen.status >= 500 && !isUnavailable(seen)
}

const ID = /[0-9a-f]{8}-[0-9a-f-]{27}/g

/** Counts by status and address, without ids: `500 POST /api/…: 3`. */
export function describeCalls(seen: readonly SeenReply[]): string {
  const counts = new Map<string, number>()
  for (const { status, method, path } of seen) {
    const name = `${status} ${method} ${path.replace(ID, ':id')}`
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts].map(([name, count]) => `${name}: ${count}`).join(', ')
}
