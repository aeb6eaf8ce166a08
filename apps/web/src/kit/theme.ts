import { THEMES } from '@backoffice/contract/preferences'
import { create } from 'zustand'
import { clearStoredPreferences, readStoredPreferences } from './preferences/preferences-storage.ts'

export type Theme = (typeof THEMES)[number]

export const THEME_LABELS: Readonly<Record<Theme, string>> = {
  system: 'System theme',
  light: 'Light theme',
  dark: 'Dark theme',
}

const KEPT = 'theme'

/** Read after prerendering. Kept in the storage of the tab, where the next page load finds it at once. */
export const useTheme = create<{ theme: Theme }>()(() => ({ theme: 'system' }))

export function restoreTheme(): void {
  try {
    // Left by somebody whose session ended while this tab was elsewhere.
    if (readStoredPreferences() && localStorage.getItem('auth') === null) clearStoredPreferences()
    const kept = sessionStorage.getItem(KEPT)
    useTheme.setState({ theme: THEMES.find((theme) => theme === kept) ?? 'system' })
  } catch {
    // A browser that keeps nothing shows the page all the same.
  }
  applyTheme()
}

export function setTheme(theme: Theme): void {
  useTheme.setState({ theme })
  applyTheme()
  try {
    if (theme === 'system') sessionStorage.removeItem(KEPT)
    else sessionStorage.setItem(KEPT, theme)
  } catch {
    // It holds until the page is left.
  }
}

function applyTheme(): void {
  const { theme } = useTheme.getState()
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}
