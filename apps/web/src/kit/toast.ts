import { create } from 'zustand'
import { note, sayWithoutToast } from './notifications/notifications.ts'
import { withoutSecrets } from './notifications/without-secrets.ts'
import { DENIED, type ToastKind, UNAUTHORIZED } from './toast-kinds.ts'

type Library = typeof import('./toast-library.tsx')

/** There with the first toast, or ahead of it: the page then puts the container up. */
export const useToastLibrary = create<{ library?: Library }>()(() => ({}))

/** Undefined when it cannot be fetched; the next toast asks again. */
export async function loadToasts(): Promise<Library | undefined> {
  const library = await import('./toast-library.tsx').catch(() => undefined)
  if (library) useToastLibrary.setState({ library })
  return library
}

const host = Promise.withResolvers<void>()
/** Said by the page once the container stands: what is shown before would be lost when React mounts it twice. */
export const hostIsReady = host.resolve

/** The container belongs to the page, not to a screen: what is raised just before a redirect stays. */
async function show(kind: ToastKind, words: string, onUndo?: () => void): Promise<void> {
  const text = withoutSecrets(words)
  note(kind, text)
  const library = await loadToasts()
  if (!library) return sayWithoutToast(text)
  await host.promise
  library.raise(kind, text, onUndo)
}

/** Something was done as asked: 1 s. */
export function toastDone(text: string): void {
  void show('done', text)
}

/** Something was not done, in words that say what to do: 5 s. */
export function toastFailed(text: string): void {
  void show('failed', text)
}

/** Done, and `onUndo` takes it back for 5 s. Name the record in the text: one toast stands for each text. */
export function toastUndo(text: string, onUndo: () => void): void {
  void show('undo', text, onUndo)
}

/** A click on what one may see but not do: 3 s, bottom centre. */
export function toastDenied(): void {
  void show('denied', DENIED)
}

/** An address one may not open, before being sent away from it: 1 s, bottom right. */
export function toastUnauthorized(): void {
  void show('unauthorized', UNAUTHORIZED)
}
