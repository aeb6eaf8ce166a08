import type { Permission } from './access.ts'
import { keysOf } from './objects.ts'
import { type TableHeader, tablePermission } from './table.ts'
import { TABLE_HEADERS } from './tables/headers.ts'

/**
 * A mapping gap: a code of a source that transactions have and no row of its table had when they came. Known by the words
 * of the source, in upper case.
 */

export const GAP_LABELS = { TERMINAL: 'Terminal', TENDER: 'Tender', TRANCODE: 'Tran code' } as const
export type GapKind = keyof typeof GAP_LABELS
// The keys are the kinds.
export const GAP_KINDS = keysOf(GAP_LABELS)

/** The table whose rows close gaps of a kind, and its field for the code. */
export const GAP_TABLES = {
  TERMINAL: { table: TABLE_HEADERS.terminals, code: 'terminal_id' },
  TENDER: { table: TABLE_HEADERS.tenders, code: 'tender_id' },
  TRANCODE: { table: TABLE_HEADERS.trancodes, code: 'source_code' },
} as const satisfies Record<GapKind, { table: TableHeader; code: string }>

export function gapPermission(kind: GapKind, action: 'view' | 'create' | 'update' | 'delete'): Permission {
  return tablePermission(GAP_TABLES[kind].table, action)
}

/** Of those that the table closes, if it closes any. */
export function gapKindOf({ name }: TableHeader): GapKind | undefined {
  return GAP_KINDS.find((kind) => GAP_TABLES[kind].table.name === name)
}
