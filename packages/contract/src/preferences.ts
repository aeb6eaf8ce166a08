import { addresses, type Reply } from './endpoint.ts'
import type { preferencesSchemas } from './preferences.schemas.ts'
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

export const preferencesEndpoints = addresses<typeof preferencesSchemas>('user')({
  get: { method: 'GET', path: '/preferences', access: 'signed-in', effect: 'read' },
  update: { method: 'PATCH', path: '/preferences', access: 'signed-in', effect: 'write' },
})

export type Preferences = Reply<typeof preferencesEndpoints.get>
export type ShownColumn = Preferences['columns'][string][number]
