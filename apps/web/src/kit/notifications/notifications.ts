import { create } from 'zustand'
import { useSession } from '../../session/store.ts'

export const MAX_NOTIFICATIONS = 100

export type ToastKind = 'done' | 'undo' | 'ready' | 'failed' | 'denied' | 'unauthorized'
/** Beside the toasts: work that is under way, and what waits for the user. */
export type NotificationKind = ToastKind | 'progress' | 'waiting'

/** What can be done from the notification itself. */
export type NotificationAction =
  | { label: string; run: () => void }
  /** A path of the application. */
  | { label: string; href: string }

export type Notification = {
  kind: NotificationKind
  text: string
  /** Of what it is about: a later notification about the same takes its place. */
  subject?: string | undefined
  actions?: readonly NotificationAction[] | undefined
  /** Of work under way. */
  percent?: number | undefined
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

export type NewNotification = Omit<Notification, 'count' | 'isRead'>

/** A repeated notification moves to the top with a higher count; beyond the maximum the oldest are dropped. */
export function withNotification(
  log: readonly Notification[],
  notification: NewNotification,
): Notification[] {
  const { kind, text, subject } = notification
  const isSame = (other: Notification) =>
    subject === undefined ? other.kind === kind && other.text === text : other.subject === subject
  const before = log.find(isSame)
  // Progress is shown where it stands, and is no news.
  if (before && kind === 'progress' && before.kind === 'progress')
    return log.map((other) => (other === before ? { ...before, ...notification } : other))
  const count = subject === undefined ? (before?.count ?? 0) + 1 : 1
  const others = log.filter((other) => !isSame(other))
  return [{ ...notification, count, isRead: false }, ...others].slice(0, MAX_NOTIFICATIONS)
}

export function allRead(log: readonly Notification[]): Notification[] {
  return log.map((notification) => ({ ...notification, isRead: true }))
}

export function unreadCount(log: readonly Notification[]): number {
  return log.filter(({ isRead }) => !isRead).length
}

export function addNotification(notification: Omit<NewNotification, 'at'>): void {
  const at = new Date().toISOString()
  useNotifications.setState(({ log }) => ({
    log: withNotification(log, { ...notification, at }),
    announcement: '',
  }))
}

export function announce(announcement: string): void {
  useNotifications.setState({ announcement })
}

export function markAllRead(): void {
  useNotifications.setState(({ log }) => ({ log: allRead(log) }))
}

/** Its subject is on the screen. */
export function markSubjectRead(subject: string): void {
  const isUnread = (notification: Notification) => notification.subject === subject && !notification.isRead
  useNotifications.setState((state) =>
    state.log.some(isUnread)
      ? { log: state.log.map((each) => (isUnread(each) ? { ...each, isRead: true } : each)) }
      : state,
  )
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
