import { addresses, type Reply } from './endpoint.ts'
import type { mappingSchemas } from './mapping.schemas.ts'
import { keysOf } from './objects.ts'
import { type TableHeader, tablePermission } from './table.ts'
import { TABLE_HEADERS } from './tables/headers.ts'

/** A mapping gap is a source code of transactions that had no row in its table on arrival; stored in upper case. */

export const GAP_LABELS = { TERMINAL: 'Terminal', TENDER: 'Tender', TRANCODE: 'Tran code' } as const
export type GapKind = keyof typeof GAP_LABELS
export const GAP_KINDS = keysOf(GAP_LABELS)

/** The table that closes gaps of a kind, and its field for the code. */
export const GAP_TABLES = {
  TERMINAL: { table: TABLE_HEADERS.terminals, code: 'terminal_id' },
  TENDER: { table: TABLE_HEADERS.tenders, code: 'tender_id' },
  TRANCODE: { table: TABLE_HEADERS.trancodes, code: 'source_code' },
} as const satisfies Record<GapKind, { table: TableHeader; code: string }>

export function gapPermission<A extends 'view' | 'create' | 'update' | 'delete'>(kind: GapKind, action: A) {
  return tablePermission(GAP_TABLES[kind].table, action)
}

/** Kind of the gaps that the table closes, if any. */
export function gapKindOf({ name }: TableHeader): GapKind | undefined {
  return GAP_KINDS.find((kind) => GAP_TABLES[kind].table.name === name)
}

const anyOf = <A extends Parameters<typeof gapPermission>[1]>(action: A) => {
  const [first, ...others] = GAP_KINDS.map((each) => gapPermission(each, action))
  if (!first) throw new Error('There are no kinds of gaps')
  return { anyOf: [first, ...others] as const }
}

const [anyTable, ...otherTables] = Object.values(TABLE_HEADERS).map((table) => tablePermission(table, 'view'))
if (!anyTable) throw new Error('There are no tables')

/** Mapping gaps and table figures, limited to the tables that the caller may view. */
export const mappingEndpoints = addresses<typeof mappingSchemas>('operations')({
  tables: {
    method: 'GET',
    path: '/lookup/figures',
    access: { anyOf: [anyTable, ...otherTables] },
    effect: 'read',
  },
  figures: { method: 'GET', path: '/lookup/mapping_gaps/figures', access: anyOf('view'), effect: 'read' },
  list: { method: 'POST', path: '/lookup/mapping_gaps', access: anyOf('view'), effect: 'read' },
  export: { method: 'POST', path: '/lookup/mapping_gaps/export', access: 'tender:export', effect: 'write' },
  create: { method: 'POST', path: '/lookup/mapping_gaps/create', access: anyOf('create'), effect: 'write' },
  undo: { method: 'POST', path: '/lookup/mapping_gaps/undo', access: anyOf('delete'), effect: 'write' },
  map: { method: 'POST', path: '/lookup/mapping_gaps/map', access: anyOf('update'), effect: 'write' },
})

export type MappingGap = Reply<typeof mappingEndpoints.list>['items'][number]
export type GapFigures = Reply<typeof mappingEndpoints.figures>
export type TableFigures = Reply<typeof mappingEndpoints.tables>['items'][number]
