import { useEffect, useId, useSyncExternalStore } from 'react'

/** Forms with unsaved changes by id; true if leaving the screen needs a confirmation. */
const dirtyForms = new Map<string, boolean>()
const listeners = new Set<() => void>()

/** True if a reload would lose unsaved changes. */
export function isAnyFormDirty(): boolean {
  return dirtyForms.size > 0
}

let isReleased = false

/** Ends all confirmations on leaving, because the session has ended. */
export function releaseForms(): void {
  isReleased = true
  removeEventListener('beforeunload', preventUnload)
  // Uploads in progress can be resumed.
  window.onbeforeunload = null
  for (const notify of listeners) notify()
}

/** True if leaving the screen needs a confirmation. */
export function needsLeaveConfirmation(): boolean {
  return !isReleased && [...dirtyForms.values()].some(Boolean)
}

export function useLeaveConfirmation(): boolean {
  return useSyncExternalStore(onLeaveConfirmationChange, needsLeaveConfirmation, () => false)
}

/** Marks a form as dirty or clean immediately. */
export function markForm(id: string, dirty: boolean, confirmLeave: boolean): void {
  if (dirty) dirtyForms.set(id, confirmLeave)
  else dirtyForms.delete(id)
  // Only while needed, because a page with this listener does not enter the back-forward cache.
  if (needsLeaveConfirmation()) addEventListener('beforeunload', preventUnload)
  else removeEventListener('beforeunload', preventUnload)
  for (const notify of listeners) notify()
}

/** Registers a form while it is mounted; returns its id. */
export function useDirty(dirty: boolean, confirmLeave: boolean): string {
  const id = useId()
  // On every render, because a save also calls `markForm` directly.
  useEffect(() => markForm(id, dirty, confirmLeave))
  useEffect(() => () => markForm(id, false, false), [id])
  return id
}

export function onLeaveConfirmationChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function preventUnload(event: BeforeUnloadEvent): void {
  event.preventDefault()
}
