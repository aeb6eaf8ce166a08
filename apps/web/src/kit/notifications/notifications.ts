import { create } from 'zustand'
import { useSession } from '../../session/store.ts'

export const MAX_NOTIFICATIONS = 100

/** Kinds of toasts, work in progress, work that waits for the user, and news from other users. */
export type NotificationKind = 'done' | 'undo' | 'ready' | 'failed' | 'progress' | 'waiting' | 'message'
/** A refused click shows a toast but no notification. */
export type ToastKind =
  | Exclude<NotificationKind, 'progress' | 'waiting' | 'message'>
  | 'denied'
  | 'unauthorized'

/** Action of a notification. */
export type NotificationAction =
  | { label: string; run: () => void }
  /** A path of the application. */
  | { label: string; href: string }

export type Notification = {
  kind: NotificationKind
  text: string
  /** Id of its subject: a later notification with the same subject replaces it. */
  subject?: string | undefined
  actions?: readonly NotificationAction[] | undefined
  /** Progress of work. */
  percent?: number | undefined
  /** Time of the latest occurrence, ISO 8601. */
  at: string
  count: number
  isRead: boolean
}

type State = {
  /** Newest first. */
  log: readonly Notification[]
  /** Text of a toast that could not be shown, for screen readers. */
  announcement: string
}

/** Session storage key of this tab's notifications and their owner's email. */
const KEY = 'notifications'

const EMPTY: State = { log: [], announcement: '' }
const owner = () => useSession.getState().auth.userDetails.email

/** Notifications of this tab and user; a reload keeps them. */
export const useNotifications = create<State>()(() => ({ ...EMPTY, log: readNotifications(owner()) }))
useNotifications.subscribe(({ log }, before) => {
  if (log !== before.log) storeNotifications(owner(), log)
})

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
  // Progress stays in place and does not become unread.
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

/** `at`: default now. */
export function addNotification(notification: Omit<NewNotification, 'at'> & { at?: string }): void {
  const now = new Date().toISOString()
  useNotifications.setState(({ log }) => ({
    log: withNotification(log, { at: now, ...notification }),
    announcement: '',
  }))
}

export function announce(announcement: string): void {
  useNotifications.setState({ announcement })
}

export function markAllRead(): void {
  useNotifications.setState(({ log }) => ({ log: allRead(log) }))
}

/** Call it when the screen shows the subject. */
export function markSubjectRead(subject: string): void {
  const isUnread = (notification: Notification) => notification.subject === subject && !notification.isRead
  useNotifications.setState((state) =>
    state.log.some(isUnread)
      ? { log: state.log.map((each) => (isUnread(each) ? { ...each, isRead: true } : each)) }
      : state,
  )
}

/** Call it when the actions of the subject are no longer possible. */
export function dropActions(subject: string): void {
  useNotifications.setState(({ log }) => ({
    log: log.map(({ actions, ...each }) => (each.subject === subject ? each : { ...each, actions })),
  }))
}

export function clearNotifications(): void {
  useNotifications.setState(EMPTY)
}

/** Calls the listener when another user signs in or the user signs out. Returns a function that unsubscribes. */
export function onUserChange(listener: () => void): () => void {
  return useSession.subscribe(({ auth }, before) => {
    if (auth.userDetails.email !== before.auth.userDetails.email) listener()
  })
}

type StoredLog = { owner: string; log: readonly Notification[] }

export function readNotifications(owner: string): readonly Notification[] {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as StoredLog | null
    return stored && owner !== '' && stored.owner === owner ? stored.log : []
  } catch {
    // Storage is blocked.
    return []
  }
}

/** Leaves out progress, which would never change again, and actions other than links. */
export function storeNotifications(owner: string, log: readonly Notification[]): void {
  const kept = log
    .filter(({ kind }) => kind !== 'progress')
    .map(({ actions, ...notification }) => ({
      ...notification,
      actions: actions?.filter((action) => 'href' in action),
    }))
  try {
    if (owner !== '' && kept.length > 0) sessionStorage.setItem(KEY, JSON.stringify({ owner, log: kept }))
    else sessionStorage.removeItem(KEY)
  } catch {
    // Storage is blocked: notifications last until the page unloads.
  }
}
