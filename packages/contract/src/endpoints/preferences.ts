import { addresses, type Reply } from '../endpoint.ts'
import type { preferencesSchemas } from '../preferences.schemas.ts'

export const preferencesEndpoints = addresses<typeof preferencesSchemas>('user')({
  get: { method: 'GET', path: '/preferences', access: 'signed-in', effect: 'read' },
  update: { method: 'PATCH', path: '/preferences', access: 'signed-in', effect: 'write' },
})

export type Preferences = Reply<typeof preferencesEndpoints.get>
export type ShownColumn = Preferences['columns'][string][number]
