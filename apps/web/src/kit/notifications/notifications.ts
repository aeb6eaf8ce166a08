import { create } from 'zustand'
import { useSession } from '../../session/store.ts'

export const MAX_NOTIFICATIONS = 100

export type ToastKind = 'done' | 'undo' | 'failed' | 'denied' | 'unauthorized'

export type Notification = {
  kind: ToastKind
  text: string
  /** ISO 8601, of the latest occurrence. */
  at: string
  count: number
  isRead: boolean
}

type State = {
  /** Newest first. */
  log: readonly Notification[]
  /** For screen readers: the text of a toast that could not be shown. */
  announcement: string
}

const EMPTY: State = { log: [], announcement: '' }

/** The toasts of this tab and user since the page was loaded. Never stored. */
export const useNotifications = create<State>()(() => EMPTY)

/** A repeated notification moves to the top with a higher count; beyond the maximum the oldest are dropped. */
export function withNotification(
  log: readonly Notification[],
  { kind, text, at }: Pick<Notification, 'kind' | 'text' | 'at'>,
): Notification[] {
  const isSame = (other: Notification) => other.kind === kind && other.text === text
  const count = (log.find(isSame)?.count ?? 0) + 1
  const others = log.filter((other) => !isSame(other))
  return [{ kind, text, at, count, isRead: false }, ...others].slice(0, MAX_NOTIFICATIONS)
}

export function allRead(log: readonly Notification[]): Notification[] {
  return log.map((notification) => ({ ...notification, isRead: true }))
}

export function unreadCount(log: readonly Notification[]): number {
  return log.filter(({ isRead }) => !isRead).length
}

export function addNotification(kind: ToastKind, text: string): void {
  const at = new Date().toISOString()
  useNotifications.setState(({ log }) => ({
    log: withNotification(log, { kind, text, at }),
    announcement: '',
  }))
}

export function announce(announcement: string): void {
  useNotifications.setState({ announcement })
}

export function markAllRead(): void {
  useNotifications.setState(({ log }) => ({ log: allRead(log) }))
}

export function clearNotifications(): void {
  useNotifications.setState(EMPTY)
}

/** Calls the listener when another user or nobody is signed in; the result unsubscribes. */
export function onUserChange(listener: () => void): () => void {
  return useSession.subscribe(({ auth }, before) => {
    if (auth.userDetails.email !== before.auth.userDetails.email) listener()
  })
}
