import type { auditSchemas } from '../audit.schemas.ts'
import { addresses, type Reply } from '../endpoint.ts'

export const auditEndpoints = addresses<typeof auditSchemas>('user')({
  list: { method: 'POST', path: '/audit/list', access: 'audit:view', effect: 'read' },
  export: { method: 'POST', path: '/audit/export', access: 'audit:export', effect: 'write' },
})

export type AuditRow = Reply<typeof auditEndpoints.list>['items'][number]
