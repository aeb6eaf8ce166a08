import type { Notification } from './notifications.ts'

/** Session storage key of this tab's notifications and their owner's email. */
const KEY = 'notifications'

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
