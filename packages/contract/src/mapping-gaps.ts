import type { Permission } from './access.ts'
import { list } from './list.ts'
import { type TableDeclaration, tablePermission } from './table.ts'
import { SOURCE_SYSTEMS, tenders } from './tables/tenders.ts'
import { terminals } from './tables/terminals.ts'
import { trancodes } from './tables/trancodes.ts'

/**
 * A mapping gap: a code of a source that transactions have and no row of its table had when they came. Known by the words
 * of the source, in upper case.
 */

export const GAP_LABELS = { TERMINAL: 'Terminal', TENDER: 'Tender', TRANCODE: 'Tran code' } as const
export type GapKind = keyof typeof GAP_LABELS
// The keys are the kinds.
export const GAP_KINDS = Object.keys(GAP_LABELS) as GapKind[]

/** The table whose rows close gaps of a kind, and its field for the code. */
export const GAP_TABLES = {
  TERMINAL: { table: terminals, code: 'terminal_id' },
  TENDER: { table: tenders, code: 'tender_id' },
  TRANCODE: { table: trancodes, code: 'source_code' },
} as const satisfies Record<GapKind, { table: TableDeclaration; code: string }>

export function gapPermission(kind: GapKind, action: 'view' | 'create' | 'update'): Permission {
  return tablePermission(GAP_TABLES[kind].table, action)
}

/** Of those that the table closes, if it closes any. */
export function gapKindOf({ name }: TableDeclaration): GapKind | undefined {
  return GAP_KINDS.find((kind) => GAP_TABLES[kind].table.name === name)
}

const both = { filter: true, sort: true } as const

export const gapsList = list({
  name: 'mapping_gaps',
  title: 'Mapping gaps',
  fields: {
    kind: { label: 'Kind', type: 'choice', options: GAP_LABELS, ...both },
    source_system: { label: 'Source', type: 'choice', options: SOURCE_SYSTEMS, ...both },
    code: { label: 'Code as received', type: 'code', ...both },
    company_code: { label: 'Company', type: 'code', ...both },
    branch_code: { label: 'Where', type: 'code', filter: true },
    first_at: { label: 'First seen', type: 'time', ...both },
    last_at: { label: 'Last seen', type: 'time', ...both },
    transactions: { label: 'Count', type: 'number', ...both },
    /** Pesos. */
    amount: { label: 'Value, ₱', type: 'number', ...both },
  },
  sort: ['amount:desc'],
})
