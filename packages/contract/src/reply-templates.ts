import { addresses, type Reply } from './endpoint.ts'
import type { replyTemplateSchemas } from './reply-templates.schemas.ts'

export const replyTemplateEndpoints = addresses<typeof replyTemplateSchemas>('operations')({
  list: {
    method: 'GET',
    path: '/reply_templates',
    access: { anyOf: ['inquiry:run', 'inquiry:view-all', 'case:view'] },
    effect: 'read',
  },
  update: {
    method: 'PATCH',
    path: '/reply_templates/:kind/:language',
    access: 'case:resolve',
    effect: 'write',
  },
})

export type ReplyTemplate = Reply<typeof replyTemplateEndpoints.list>['items'][number]
