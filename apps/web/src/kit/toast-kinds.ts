import type { ToastOptions } from 'react-toastify/unstyled'

/** What staff know from the start: long enough to be seen, and kept in the notifications for reading. */
export const PRODUCT_TOAST_MS = 1000
export const PERMISSION_TOAST_MS = 3000
/** The library's own, named here so that a new version of it changes nothing. */
export const LIBRARY_TOAST_MS = 5000
export const COLLAPSE_MS = 300

/** The sentences are the product's own, spelled as staff and tests know them. */
export const UNAUTHORIZED = 'Unauthorized Access'
export const DENIED = 'User is not auhorized to perform this action.'

const coloured = { hideProgressBar: true, theme: 'colored' } satisfies ToastOptions
const asTheLibrary = {
  position: 'top-right',
  autoClose: LIBRARY_TOAST_MS,
  hideProgressBar: false,
  theme: 'light',
} satisfies ToastOptions

export const TOASTS = {
  done: {
    ...coloured,
    type: 'success',
    position: 'top-right',
    autoClose: PRODUCT_TOAST_MS,
    role: 'status',
  },
  unauthorized: {
    ...coloured,
    type: 'error',
    position: 'bottom-right',
    autoClose: PRODUCT_TOAST_MS,
    role: 'alert',
  },
  denied: {
    ...coloured,
    type: 'error',
    position: 'bottom-center',
    autoClose: PERMISSION_TOAST_MS,
    role: 'alert',
  },
  failed: { ...asTheLibrary, type: 'error', role: 'alert' },
  undo: { ...asTheLibrary, type: 'default', role: 'status' },
} as const satisfies Record<string, ToastOptions>

export type ToastKind = keyof typeof TOASTS

/** Of every toast: closed by a click, and waiting for the pointer and for the window to be looked at. */
export const ALWAYS = {
  closeOnClick: true,
  pauseOnHover: true,
  pauseOnFocusLoss: true,
  icon: false,
} as const satisfies ToastOptions
