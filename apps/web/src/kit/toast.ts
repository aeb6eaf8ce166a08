import type { ToastOptions } from 'react-toastify/unstyled'
import { create } from 'zustand'

/** The container is put on the page with the first toast, and the library fetched with it. */
export const useToastsWanted = create<{ wanted: boolean }>()(() => ({ wanted: false }))

const host = Promise.withResolvers<void>()
/** Said by the page once the container stands: what is shown before would be lost when React mounts it twice. */
export const hostIsThere = host.resolve

async function show(
  kind: 'success' | 'error',
  text: string,
  options: ToastOptions & { toastId?: string },
): Promise<void> {
  useToastsWanted.setState({ wanted: true })
  const library = await import('./toast-library.tsx').catch(() => undefined)
  await host.promise
  // One id per text: the same thing said twice stands there once.
  library?.toast[kind](text, { toastId: text, ...options })
}

export function toastDone(text: string): void {
  void show('success', text, { autoClose: 1000, role: 'status' })
}

export function toastFailed(text: string): void {
  void show('error', text, { role: 'alert' })
}

/** The sentence is the product's own, spelled as staff and tests know it. */
export function toastDenied(): void {
  void show('error', 'User is not auhorized to perform this action.', {
    position: 'bottom-center',
    autoClose: 3000,
    role: 'alert',
  })
}
