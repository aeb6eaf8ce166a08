import { maskCardNumbers } from '@backoffice/contract/card-number'
import { create } from 'zustand'
import {
  addNotification,
  announce,
  dropActions,
  type NotificationAction,
  type NotificationKind,
  type ToastKind,
} from '../notifications/notifications.ts'

type Library = typeof import('./toast-library.tsx')

/** Texts of the specification, spelled to the letter. */
export const UNAUTHORIZED = 'Unauthorized Access'
export const DENIED = 'User is not auhorized to perform this action.'

/** The library, loaded before or with the first toast; then `Toasts` renders its container. */
export const useToastLibrary = create<{ library?: Library }>()(() => ({}))

let loading: Promise<Library | undefined> | undefined

/** Resolves to undefined if the library cannot be loaded; the next toast tries again. */
export function loadToasts(): Promise<Library | undefined> {
  loading ??= import('./toast-library.tsx').then(withStyles).catch(() => {
    loading = undefined
    return undefined
  })
  return loading
}

async function withStyles(library: Library): Promise<Library> {
  await library.loadStyles()
  useToastLibrary.setState({ library })
  return library
}

const host = Promise.withResolvers<void>()
/** Call it after the container is mounted. React mounts it twice, and an earlier toast would be lost. */
export const hostIsReady = host.resolve

export type ToastAction = Extract<NotificationAction, { run: unknown }>

/** The container belongs to the page, so a toast stays after a redirect. */
async function show(
  kind: NotificationKind & ToastKind,
  message: string,
  action?: ToastAction,
): Promise<void> {
  const text = withoutSecrets(message)
  addNotification({ kind, text })
  await present(kind, text, action)
}

async function present(kind: ToastKind, text: string, action?: ToastAction): Promise<void> {
  const library = await loadToasts()
  if (!library) return announce(text)
  await host.promise
  library.showToast(kind, text, action)
}

/** Success: 1 s. */
export function toastDone(text: string): void {
  void show('done', text)
}

/** Failure, with a message that suggests the next step: 5 s. */
export function toastFailed(text: string, action?: ToastAction): void {
  void show('failed', text, action)
}

/**
 * Success that `onUndo` reverts: in the toast for 5 s, in the notifications until the page is left. The text must name
 * the record, because toasts with the same text are merged. Call the returned function when it was undone elsewhere.
 */
export function toastUndo(message: string, onUndo: () => void): () => void {
  const text = withoutSecrets(message)
  const subject = crypto.randomUUID()
  const action = { label: 'Undo', run: onUndo }
  addNotification({ kind: 'undo', text, subject, actions: [action] })
  void present('undo', text, action)
  return () => {
    dropActions(subject)
    useToastLibrary.getState().library?.hideToast(text)
  }
}

/** A result that the user waited for, with an action: 5 s. The caller adds the notification. */
export function toastReady(text: string, action: ToastAction): void {
  void present('ready', withoutSecrets(text), action)
}

/** A click on an action without permission: 3 s, bottom centre. */
export function toastDenied(action?: ToastAction): void {
  void present('denied', DENIED, action)
}

/** A route without permission, before its redirect: 1 s, bottom right. */
export function toastUnauthorized(): void {
  void present('unauthorized', UNAUTHORIZED)
}

const SECRETS = [
  // JSON web tokens, whole or truncated.
  /\beyJ[\w-]{8,}(?:\.[\w-]*)*/g,
  /(?<=\bbearer\s)[\w.~+/=-]{16,}/gi,
  // Secrets in signed URLs.
  /(?<=[?&](?:token|code|signature|x-amz-(?:signature|credential|security-token))=)[^&\s]+/gi,
  /(?<=\b(?:confirmation|verification|security|one-time|reset) code(?: is|:)? )\d{4,8}\b/gi,
  /(?<=\bpassword: )\S+/gi,
]

/** Masks card numbers, tokens and one-time codes. */
export function withoutSecrets(text: string): string {
  return maskCardNumbers(SECRETS.reduce((clean, secret) => clean.replace(secret, '••••'), text))
}
