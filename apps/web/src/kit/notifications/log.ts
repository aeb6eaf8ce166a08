import type { ToastKind } from '../toast-kinds.ts'

export const MOST_NOTIFICATIONS = 100

export type Notification = {
  kind: ToastKind
  text: string
  /** ISO 8601, of the last time it was said. */
  at: string
  count: number
  seen: boolean
}

/** With one more, newest first. What was said before comes up again and is counted; the oldest fall off. */
export function withOneMore(
  log: readonly Notification[],
  { kind, text, at }: Pick<Notification, 'kind' | 'text' | 'at'>,
): Notification[] {
  const isSame = (other: Notification) => other.kind === kind && other.text === text
  const count = (log.find(isSame)?.count ?? 0) + 1
  const others = log.filter((other) => !isSame(other))
  return [{ kind, text, at, count, seen: false }, ...others].slice(0, MOST_NOTIFICATIONS)
}

export function allSeen(log: readonly Notification[]): Notification[] {
  return log.map((notification) => ({ ...notification, seen: true }))
}

export function unseen(log: readonly Notification[]): number {
  return log.filter(({ seen }) => !seen).length
}
