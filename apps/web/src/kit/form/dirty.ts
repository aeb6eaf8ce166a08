import { useEffect, useId, useSyncExternalStore } from 'react'

/** The forms with unsaved input, by id: whether leaving the screen asks first. */
const dirtyForms = new Map<string, boolean>()
const listeners = new Set<() => void>()

/** Whether something typed would be lost with the page: it must not be loaded anew by itself meanwhile. */
export function isAnyFormDirty(): boolean {
  return dirtyForms.size > 0
}

let isReleased = false

/** Nothing is asked any more: whoever typed it is signed out, and the page goes with them. */
export function releaseForms(): void {
  isReleased = true
  removeEventListener('beforeunload', ask)
  // Uploads under way are offered again on return.
  window.onbeforeunload = null
  for (const tell of listeners) tell()
}

/** Whether leaving the screen has to be asked about first. */
export function isLeavingAsked(): boolean {
  return !isReleased && [...dirtyForms.values()].some(Boolean)
}

export function useLeavingAsked(): boolean {
  return useSyncExternalStore(onLeavingAskedChange, isLeavingAsked, () => false)
}

/** Notes that a form is dirty or no longer so, at once. */
export function markForm(id: string, dirty: boolean, askOnLeaving: boolean): void {
  if (dirty) dirtyForms.set(id, askOnLeaving)
  else dirtyForms.delete(id)
  // Only while it is needed: a page with this listener is kept out of the back-forward cache.
  if (isLeavingAsked()) addEventListener('beforeunload', ask)
  else removeEventListener('beforeunload', ask)
  for (const tell of listeners) tell()
}

/** Registers a form for as long as it is on screen, and gives the id it is registered under. */
export function useDirty(dirty: boolean, askOnLeaving: boolean): string {
  const id = useId()
  // On every render, not only when `dirty` changes: after a save `markForm` has been called directly as well.
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
