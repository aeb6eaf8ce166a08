import type { Preferences } from '@backoffice/contract/preferences'

/** Preferences with their owner's email, so that another user of this tab does not get them. */
export type OwnedPreferences = { owner: string; saved: Preferences }

const COPY = 'preferences'
/** Keys of preferences in session storage. */
const KEYS = [COPY, 'theme', 'single-key-shortcuts']

/** Last preferences of this tab, so that a reloaded page looks the same. */
export function readStoredPreferences(): OwnedPreferences | undefined {
  try {
    const stored = sessionStorage.getItem(COPY)
    // Only `storePreferences` writes this key.
    return stored ? (JSON.parse(stored) as OwnedPreferences) : undefined
  } catch {
    return undefined
  }
}

export function storePreferences(copy: OwnedPreferences): void {
  try {
    sessionStorage.setItem(COPY, JSON.stringify(copy))
  } catch {
    // Without storage every page load reads them from the server.
  }
}

export function clearStoredPreferences(): void {
  try {
    for (const key of KEYS) sessionStorage.removeItem(key)
  } catch {
    // Without storage there is nothing to clear.
  }
}
