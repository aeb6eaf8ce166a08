import { create } from 'zustand'
import { useSession } from '../../session/store.ts'
import type { ToastKind } from '../toast-kinds.ts'
import { allSeen, type Notification, withOneMore } from './log.ts'

type State = {
  log: readonly Notification[]
  /** Said where the toast itself could not be shown. */
  untoasted: string
}

const NONE: State = { log: [], untoasted: '' }

/** What was said to the one who is signed in, in this tab, since it was loaded. Never stored. */
export const useNotifications = create<State>()(() => NONE)

export function note(kind: ToastKind, text: string): void {
  const at = new Date().toISOString()
  useNotifications.setState(({ log }) => ({ log: withOneMore(log, { kind, text, at }), untoasted: '' }))
}

export function sayWithoutToast(text: string): void {
  useNotifications.setState({ untoasted: text })
}

export function markSeen(): void {
  useNotifications.setState(({ log }) => ({ log: allSeen(log) }))
}

export function clear(): void {
  useNotifications.setState(NONE)
}

/** Calls when somebody signs in, out, or in the place of another. Returns how to stop it. */
export function onOtherPerson(listener: () => void): () => void {
  return useSession.subscribe(({ auth }, before) => {
    if (auth.userDetails.email !== before.auth.userDetails.email) listener()
  })
}
