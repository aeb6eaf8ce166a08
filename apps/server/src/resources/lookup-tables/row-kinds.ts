import type { ApprovalKind } from '@backoffice/contract/approvals'
import { keyFields, namingKeys, type TableDeclaration } from '@backoffice/contract/table'
import { isMasterTable } from '@backoffice/contract/table-approvals'
import type { Effect, Proposal } from '../../kernel/approvals.ts'
import type { Values } from './table-values.ts'

/** Kinds of approval that the change of a row may need. `before` null: a new row; `after` null: a deleted one. */
export function rowKinds(
  table: TableDeclaration,
  before: Values | null,
  after: Values | null,
  today: string,
): ApprovalKind[] {
  // A row with a new key is another row.
  const isSame = before && after && keyFields(table).every((name) => before[name] === after[name])
  const kept = isSame ? after : null
  const ranges = rangesOf(table, before)
  const isRange = ranges !== rangesOf(table, after) || ranges !== rangesOf(table, kept)
  return [
    'MASS_CHANGE',
    ...(isMasterTable(table) && endsInForce(before, kept, today) ? (['MASTER_DELETE'] as const) : []),
    ...(isRange ? (['BIN_RANGE'] as const) : []),
    ...(before && after && table.movedBy?.some((name) => before[name] !== after[name])
      ? (['TERMINAL_MOVE'] as const)
      : []),
  ]
}

/** True if the row is in force, and is not afterwards or ends earlier. */
function endsInForce(before: Values | null, after: Values | null, today: string): boolean {
  if (!before || !isInForce(before, today)) return false
  if (!after || !isInForce(after, today)) return true
  const [end, newEnd] = [before.effective_to ?? null, after.effective_to ?? null]
  return newEnd !== null && (end === null || newEnd < end)
}

function isInForce({ status, effective_from: from, effective_to: to }: Values, today: string): boolean {
  return status === 'ACTIVE' && (!from || from <= today) && (!to || to >= today)
}

/** Ranges of an active row with its dates, which end them too, as text. */
function rangesOf({ ranges = [] }: TableDeclaration, values: Values | null): string {
  const isActive = values?.status === 'ACTIVE'
  return ranges
    .flatMap(({ from, to }) =>
      isActive && values[from] ? [values[from], values[to], values.effective_from, values.effective_to] : [],
    )
    .join()
}

/** Fields on which these kinds depend, apart from moves. */
export function governedFields(table: TableDeclaration): string[] {
  const ranges = (table.ranges ?? []).flatMap(({ from, to }) => [from, to])
  return [...ranges, 'status', 'effective_from', 'effective_to']
}

/** Effects of written rows, by their number of each kind. */
export function tableEffects({ name }: TableDeclaration, kinds: ReadonlyMap<ApprovalKind, number>): Effect[] {
  return [...kinds].map(([kind, count]) => ({
    kind,
    count,
    ...(kind === 'MASS_CHANGE' || kind === 'TERMINAL_MOVE' ? { scope: name } : {}),
  }))
}

export type RowVerb = 'Create' | 'Change' | 'Delete' | 'Restore' | 'Move' | 'Activate' | 'Deactivate'

/** Proposal of a write of rows. `records`: ids, or names of new rows. */
export function rowsProposal(
  table: TableDeclaration,
  verb: RowVerb,
  rows: readonly object[],
  { records, kinds }: { records: readonly string[]; kinds: ReadonlyMap<ApprovalKind, number> },
): Proposal {
  const [row] = rows
  const what =
    row && rows.length === 1
      ? `${verb} ${table.noun} ${rowName(table, row)}`
      : `${verb} ${rows.length.toLocaleString('en')} ${table.plural}`
  return { what, records, effects: tableEffects(table, kinds) }
}

/** Proposal of a write of one row, which its name identifies. */
export function rowProposal(
  table: TableDeclaration,
  verb: RowVerb,
  row: object,
  kinds: readonly ApprovalKind[],
): Proposal {
  const counts = new Map(kinds.map((kind) => [kind, 1]))
  return rowsProposal(table, verb, [row], { records: [rowName(table, row)], kinds: counts })
}

export function rowName(table: TableDeclaration, row: object): string {
  const values = row as Readonly<Record<string, unknown>>
  return namingKeys(table)
    .map((name) => values[name])
    .join(' ')
}
