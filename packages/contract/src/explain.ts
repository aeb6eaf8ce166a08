import { addresses, type CallInput, type Reply } from './endpoint.ts'
import type { explainSchemas } from './explain.schemas.ts'

export const explainEndpoints = addresses<typeof explainSchemas>('user')({
  explain: { method: 'POST', path: '/access/explain', access: 'signed-in', effect: 'read' },
  impact: {
    method: 'POST',
    path: '/access/impact',
    access: { anyOf: ['role:update', 'policy:update', 'user:update'] },
    effect: 'read',
  },
})

export type AccessChangeRequest = CallInput<typeof explainEndpoints.impact>['body']
export type Impact = Reply<typeof explainEndpoints.impact>
