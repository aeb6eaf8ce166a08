import { addresses } from './endpoint.ts'
import type { statusSchemas } from './status.schemas.ts'

export const statusEndpoints = addresses<typeof statusSchemas>('operations')({
  get: { method: 'GET', path: '/status', access: 'audit:view', effect: 'read' },
  trends: { method: 'GET', path: '/status/trends', access: 'audit:view', effect: 'read' },
})
