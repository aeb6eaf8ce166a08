import { useEffect, useId, useSyncExternalStore } from 'react'

/** The forms with unsaved changes, by id: whether leaving the screen asks first. */
const dirtyForms = new Map<string, boolean>()
const listeners = new Set<() => void>()

/** Whether a reload would lose unsaved changes. */
export function isAnyFormDirty(): boolean {
  return dirtyForms.size > 0
}

let isReleased = false

/** Stops all questions on leaving, because the session has ended and the page is left. */
export function releaseForms(): void {
  isReleased = true
  removeEventListener('beforeunload', ask)
  // Uploads in progress can be resumed.
  window.onbeforeunload = null
  for (const tell of listeners) tell()
}

/** Whether leaving the screen asks first. */
export function isLeavingAsked(): boolean {
  return !isReleased && [...dirtyForms.values()].some(Boolean)
}

export function useLeavingAsked(): boolean {
  return useSyncExternalStore(onLeavingAskedChange, isLeavingAsked, () => false)
}

/** Marks a form as dirty or not, at once. */
export function markForm(id: string, dirty: boolean, askOnLeaving: boolean): void {
  if (dirty) dirtyForms.set(id, askOnLeaving)
  else dirtyForms.delete(id)
  // Only while needed: a page with this listener is not kept in the back-forward cache.
  if (isLeavingAsked()) addEventListener('beforeunload', ask)
  else removeEventListener('beforeunload', ask)
  for (const notify of listeners) notify()
}

/** Registers a form while it is mounted; returns its id. */
export function useDirty(dirty: boolean, askOnLeaving: boolean): string {
  const id = useId()
  // On every render, not only when `dirty` changes: after a save `markForm` is called directly as well.
  useEffect(() => markForm(id, dirty, askOnLeaving))
  useEffect(() => () => markForm(id, false, false), [id])
  return id
}

export function onLeavingAskedChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault()
}
