import { useEffect } from 'react'
// Unstyled, because the styled entry inserts a <style> element, which the Content Security Policy forbids.
import {
  cssTransition,
  type Id,
  ToastContainer,
  type ToastContentProps,
  type ToastOptions,
  toast,
} from 'react-toastify/unstyled'
import { onUserChange, type ToastKind } from '../notifications/notifications.ts'
// A separate stylesheet. The library composes class names at run time, so the build cannot detect the used ones.
import styles from './toast.css?url'
import type { ToastAction } from './toast.ts'

/** Defaults of the library, fixed here so that an update changes nothing. */
const DEFAULTS = {
  position: 'top-right',
  autoClose: 5000,
  hideProgressBar: false,
  theme: 'light',
} satisfies ToastOptions
const COLORED = { hideProgressBar: true, theme: 'colored' } satisfies ToastOptions

export const TOASTS = {
  done: { ...COLORED, type: 'success', position: 'top-right', autoClose: 1000, role: 'status' },
  unauthorized: { ...COLORED, type: 'error', position: 'bottom-right', autoClose: 1000, role: 'alert' },
  denied: { ...COLORED, type: 'error', position: 'bottom-center', autoClose: 3000, role: 'alert' },
  failed: { ...DEFAULTS, type: 'error', role: 'alert' },
  undo: { ...DEFAULTS, type: 'default', role: 'status' },
  ready: { ...DEFAULTS, type: 'success', role: 'status' },
} as const satisfies Record<ToastKind, ToastOptions>

/** A click closes a toast; its timer pauses under the pointer or without window focus. */
export const COMMON = {
  closeOnClick: true,
  pauseOnHover: true,
  pauseOnFocusLoss: true,
  icon: false,
} as const satisfies ToastOptions
export const COLLAPSE_MS = 300

const transition = cssTransition({
  enter: 'Toastify--animate toast-enter',
  exit: 'Toastify--animate toast-exit',
  appendPosition: true,
  collapseDuration: COLLAPSE_MS,
})

/** Rejects if the stylesheet cannot be loaded, because without it a toast stays at the end of the page. */
export function loadStyles(): Promise<void> {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: styles })
  return new Promise((resolve, reject) => {
    link.onload = () => resolve()
    link.onerror = () => {
      link.remove()
      reject(new Error('The stylesheet of the toasts could not be loaded.'))
    }
    document.head.append(link)
  })
}

export function ToastHost() {
  // The next user must neither read nor undo the previous user's actions.
  useEffect(() => {
    const stop = onUserChange(() => toast.dismiss())
    return () => {
      stop()
      // The container removes its toasts without closing them.
      visible.clear()
    }
  }, [])
  return <ToastContainer {...COMMON} transition={transition} />
}

/** Ids of the visible toasts by their text. */
const visible = new Map<string, Id>()

/** Shows a toast; a repeated toast shows once. */
export function showToast(kind: ToastKind, text: string, action?: ToastAction): void {
  // A toast that is closing no longer counts, because the library would not show another one with its id.
  const options = { ...TOASTS[kind], onClose: () => visible.delete(text) } satisfies ToastOptions
  const content = ({ toastProps: { toastId: id } }: ToastContentProps) => (
    <>
      <span>{text}</span>
      {action && (
        <button
          type="button"
          className="toast-action"
          onClick={action.run}
          // As under the pointer, the time must not end before the key is pressed.
          onFocus={() => toast.pause({ id })}
          onBlur={() => toast.play({ id })}
        >
          {action.label}
        </button>
      )}
    </>
  )
  const id = visible.get(text)
  if (id === undefined) visible.set(text, toast(content, options))
  // The button of a visible toast undoes the latest of the repeated actions.
  else if (action) toast.update(id, { ...options, render: content, delay: 0 })
}

export function hideToast(text: string): void {
  const id = visible.get(text)
  if (id !== undefined) toast.dismiss(id)
}
