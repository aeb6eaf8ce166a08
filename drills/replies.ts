/** `status`: 0 when the connection ended without a reply. `at`: when it ended. */
export type SeenReply = { method: string; path: string; status: number; at: number; ms: number }

/** Counts such as `200: 4012, 503: 31`. */
function describe(seen: readonly SeenReply[], nameOf: (reply: SeenReply) => string): string {
  const groups = Map.groupBy(seen, nameOf)
  return [...groups]
    .map(([name, { length }]) => `${name}: ${length}`)
    .sort()
    .join(', ')
}

export const describeStatuses = (seen: readonly SeenReply[]) =>
  describe(seen, ({ status }) => String(status || 'no reply'))

/** Counts by status and address, without ids: `500 POST /api/…: 3`. */
export const describeCalls = (seen: readonly SeenReply[]) =>
  describe(seen, ({ status, method, path }) => `${status} ${method} ${path.replace(ID, ':id')}`)

const ID = /[0-9a-f]{8}-[0-9a-f-]{27}/g

/** The longest time between two good replies, in ms. */
export function longestGap(seen: readonly SeenReply[]): number {
  const good = seen.filter(isGood).map(({ at }) => at)
  return good.reduce((longest, at, index) => Math.max(longest, at - (good[index - 1] ?? at)), 0)
}

export const isGood = ({ status }: SeenReply) => status >= 200 && status < 500
export const isRead = ({ method }: SeenReply) => method === 'GET'
/** True for a call of the APIs, not of the identity provider. */
export const isWrite = ({ method, path }: SeenReply) => method !== 'GET' && path !== '/idp/'

/** True for 503, or 500 from the identity provider, whose protocol has no 503. */
export function isUnavailable({ path, status }: SeenReply): boolean {
  return status === 503 || (status === 500 && path === '/idp/')
}

/** True for 401, and for 5xx other than 503. */
export function isFault(seen: SeenReply): boolean {
  return seen.status === 401 || (seen.status >= 500 && !isUnavailable(seen))
}
