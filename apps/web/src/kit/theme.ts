import { create } from 'zustand'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

function stored(): Theme {
  return THEMES.find((theme) => theme === sessionStorage.getItem('theme')) ?? 'system'
}

/** Kept for the tab only: what stays on a machine after sign-out is nothing. */
export const useTheme = create<{ theme: Theme }>()(() => ({ theme: stored() }))

export function setTheme(theme: Theme): void {
  useTheme.setState({ theme })
  sessionStorage.setItem('theme', theme)
  applyTheme()
}

export function applyTheme(): void {
  const { theme } = useTheme.getState()
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}
