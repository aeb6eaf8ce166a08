export const THEMES = ['system', 'light', 'dark'] as const

/** Preferences of a new user; equal to the defaults of the table. */
export const DEFAULT_PREFERENCES = { version: 0, theme: 'system', page_size: 25, columns: {} } as const
