import type { NavigationGroup } from './screens.ts'

export const THEMES = ['system', 'light', 'dark'] as const

const NO_GROUPS: NavigationGroup[] = []

/** Preferences of a new user; equal to the defaults of the table. */
export const DEFAULT_PREFERENCES = {
  version: 0 as const,
  theme: 'system' as const,
  page_size: 25 as const,
  columns: {},
  closed_groups: NO_GROUPS,
  reply_language: 'en' as const,
  download_format: 'csv' as const,
}
