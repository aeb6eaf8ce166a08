import type { Notification } from './notifications.ts'

/** In session storage: the notifications of this tab, with the e-mail of their owner. */
const KEY = 'notifications'

type Stored = { owner: string; log: readonly Notification[] }

export function readNotifications(owner: string): readonly Notification[] {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Stored | null
    return stored && owner !== '' && stored.owner === owner ? stored.log : []
  } catch {
    // Storage is blocked.
    return []
  }
}

/** Progress is not kept: it would stand still. Of the actions only links survive a reload. */
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
    // Storage is blocked: they last until the page is left.
  }
}
