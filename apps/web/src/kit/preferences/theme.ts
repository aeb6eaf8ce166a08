import { THEMES } from '@backoffice/contract/preferences'
import { create } from 'zustand'
import { clearStoredPreferences, readStoredPreferences } from './preferences-storage.ts'

export type Theme = (typeof THEMES)[number]

export const THEME_LABELS: Readonly<Record<Theme, string>> = {
  system: 'System theme',
  light: 'Light theme',
  dark: 'Dark theme',
}

const STORAGE_KEY = 'theme'

/** The theme, stored in session storage for `page-start.ts`. `system` until hydration, as prerendered. */
export const useTheme = create<{ theme: Theme }>()(() => ({ theme: 'system' }))

export function restoreTheme(): void {
  try {
    // The session ended while this tab was suspended.
    if (readStoredPreferences() && localStorage.getItem('auth') === null) clearStoredPreferences()
    const stored = sessionStorage.getItem(STORAGE_KEY)
    useTheme.setState({ theme: THEMES.find((theme) => theme === stored) ?? 'system' })
  } catch {
    // Without storage the page has the system theme.
  }
  applyTheme()
}

export function setTheme(theme: Theme): void {
  useTheme.setState({ theme })
  applyTheme()
  try {
    if (theme === 'system') sessionStorage.removeItem(STORAGE_KEY)
    else sessionStorage.setItem(STORAGE_KEY, theme)
  } catch {
    // Without storage the theme lasts until the page unloads.
  }
}

function applyTheme(): void {
  const { theme } = useTheme.getState()
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}
