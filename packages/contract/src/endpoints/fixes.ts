import { addresses, type Reply } from '../endpoint.ts'
import type { fixSchemas } from '../fixes.schemas.ts'

export const fixEndpoints = addresses<typeof fixSchemas>('operations')({
  rows: { method: 'GET', path: '/file_tracker/rows_to_fix', access: 'file:upload', effect: 'read' },
  cell: { method: 'POST', path: '/file_tracker/cell', access: 'file:upload', effect: 'read' },
  save: { method: 'POST', path: '/file_tracker/fix', access: 'file:upload', effect: 'write' },
})

export type RowsToFix = Reply<typeof fixEndpoints.rows>
export type RowToFix = RowsToFix['rows'][number]
export type CellProblem = RowToFix['problems'][number]
