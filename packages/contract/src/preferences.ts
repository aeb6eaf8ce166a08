/** Apart from the endpoint, whose schemas the browser does without. */

export const THEMES = ['system', 'light', 'dark'] as const

/** Of who has never chosen anything; the table's defaults say the same. */
export const DEFAULT_PREFERENCES = { version: 0, theme: 'system', page_size: 25, columns: {} } as const
