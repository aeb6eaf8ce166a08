/** The identity library is a third of the sign-in page: it comes when it is wanted, or when idle. */
let loading: Promise<typeof import('./identity-library.ts')> | undefined

export function identity(): Promise<typeof import('./identity-library.ts')> {
  loading ??= import('./identity-library.ts').catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

/** Fetches the library ahead of the click that needs it; a failure shows itself at that click. */
export function preloadIdentity(): void {
  identity().catch(() => undefined)
}
