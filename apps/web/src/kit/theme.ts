import { create } from 'zustand'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

export const THEME_WORDS: Readonly<Record<Theme, string>> = {
  system: 'System theme',
  light: 'Light theme',
  dark: 'Dark theme',
}

/** Kept in the storage of the tab, so that nothing stays on a shared machine; read after prerendering. */
export const useTheme = create<{ theme: Theme }>()(() => ({ theme: 'system' }))

export function restoreTheme(): void {
  try {
    const kept = sessionStorage.getItem('theme')
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
    sessionStorage.setItem('theme', theme)
  } catch {
    // It holds until the page is left.
  }
}

function applyTheme(): void {
  const { theme } = useTheme.getState()
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}
