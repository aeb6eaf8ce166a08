import type { columnSchemas } from './columns.schemas.ts'
import { addresses, type Reply } from './endpoint.ts'

export const columnEndpoints = addresses<typeof columnSchemas>('operations')({
  get: { method: 'GET', path: '/file_tracker/columns', access: 'file:upload', effect: 'read' },
  match: { method: 'POST', path: '/file_tracker/match', access: 'file:upload', effect: 'write' },
})

export type UploadColumns = Reply<typeof columnEndpoints.get>
export type MatchedField = NonNullable<UploadColumns['matched']>['fields'][number]
