import type { Preferences } from '@backoffice/contract/endpoints/preferences'

/** The owner's e-mail keeps the copy from the next account that signs in in this tab. */
export type OwnedPreferences = { owner: string; saved: Preferences }

const COPY = 'preferences'
/** Every key of session storage that holds a preference. */
const KEYS = [COPY, 'theme', 'single-key-shortcuts']

/** The last preferences of this tab, so that a reloaded page looks the same. */
export function readStoredPreferences(): OwnedPreferences | undefined {
  try {
    const stored = sessionStorage.getItem(COPY)
    // Written below, in this tab.
    return stored ? (JSON.parse(stored) as OwnedPreferences) : undefined
  } catch {
    return undefined
  }
}

export function storePreferences(copy: OwnedPreferences): void {
  try {
    sessionStorage.setItem(COPY, JSON.stringify(copy))
  } catch {
    // Without storage they are read from the server on every page load.
  }
}

export function clearStoredPreferences(): void {
  try {
    for (const key of KEYS) sessionStorage.removeItem(key)
  } catch {
    // Without storage there is nothing to clear.
  }
}
