import type { Preferences } from '@backoffice/contract/endpoints/preferences'

/** Whose they are goes along: who signs in next in this tab is not shown them. */
export type Owned = { owner: string; saved: Preferences }

const COPY = 'preferences'
/** All that a tab keeps of how one person likes it. */
const KEPT = [COPY, 'theme', 'single-key-shortcuts']

/** What this tab last knew, so that a page that is loaded again looks as it did. */
export function tabCopy(): Owned | undefined {
  try {
    const kept = sessionStorage.getItem(COPY)
    // Written below, in this tab.
    return kept ? (JSON.parse(kept) as Owned) : undefined
  } catch {
    return undefined
  }
}

export function keepInTab(copy: Owned): void {
  try {
    sessionStorage.setItem(COPY, JSON.stringify(copy))
  } catch {
    // Then it is read from the server each time.
  }
}

export function forgetTab(): void {
  try {
    for (const key of KEPT) sessionStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
}
