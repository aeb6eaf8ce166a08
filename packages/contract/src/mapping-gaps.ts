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
