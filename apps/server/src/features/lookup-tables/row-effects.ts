import type { ApprovalKind } from '@backoffice/contract/approvals'
import { keyFields, namingKeys, type TableDeclaration } from '@backoffice/contract/table'
import { anyKey, fieldsOfKind, isMasterTable } from '@backoffice/contract/table-approvals'
import type { Proposal } from '../../kernel/approvals.ts'
import type { Effect } from '../approvals/proposals/proposal.ts'
import type { Values } from './table-values.ts'

/** Change of a row. `before` is null for a new row, `after` for a deleted one. */
export type RowChange = {
  before: Values | null
  after: Values | null
  /** The deleted row with the same key, which comes back with other values. */
  former?: Values | null
  /** Names of masked fields that change, whose values are not read. */
  masked?: readonly string[]
  /** Values that hold where this row does not (`row-substitutes.ts`). */
  substitutes?: readonly Values[]
}

/** Kinds of approval that the change of a row may need. */
export function rowEffects(table: TableDeclaration, change: RowChange, today: string): ApprovalKind[] {
  const { before, after } = change
  // A row with a new key is another row.
  const isSame = before && after && hasSameKey(table, before, after)
  const kept = isSame ? after : null
  const ranges = rangesOf(table, before)
  const isRange = ranges !== rangesOf(table, after) || ranges !== rangesOf(table, kept)
  // A terminal that comes back at another branch or with another id has moved.
  const known = before ?? change.former ?? null
  const movedBy = table.movedBy ? [...fieldsOfKind(table, 'TERMINAL_MOVE'), ...keyFields(table)] : []
  const isMoved = known && after && movedBy.some((name) => known[name] !== after[name])
  return [
    'MASS_CHANGE',
    ...(isMasterTable(table) && endsInForce(before, kept, today) ? (['MASTER_DELETE'] as const) : []),
    ...(isRange ? (['BIN_RANGE'] as const) : []),
    ...(changesMoney(table, change) ? (['MONEY'] as const) : []),
    ...(isMoved ? (['TERMINAL_MOVE'] as const) : []),
  ]
}

function hasSameKey(table: TableDeclaration, before: Values, after: Values): boolean {
  return keyFields(table).every((name) => before[name] === after[name])
}

/**
 * A new row moves no money, because nothing refers to it yet, unless another row held in its place. A masked value
 * counts in a new row too.
 */
function changesMoney(table: TableDeclaration, change: RowChange): boolean {
  const { before, after, former, masked = [] } = change
  const fields = fieldsOfKind(table, 'MONEY')
  if (fields.some((name) => masked.includes(name)) || isReplaced(table, change)) return true
  const known = before ?? former
  if (!known || !after || fields.length === 0) return false
  return !hasSameKey(table, known, after) || fields.some((name) => known[name] !== after[name])
}

/** True if the row holds instead of another with other values, or the other instead of it, at some time. */
function isReplaced(table: TableDeclaration, change: RowChange): boolean {
  const { before, after, substitutes = [] } = change
  if (!startsOrEnds(change)) return false
  const any = anyKey(table)
  // Nothing replaces a row for all that ends.
  if (any && after?.status !== 'ACTIVE' && before?.[any.field] === any.value) return false
  const held = [before, after].filter((values) => values?.status === 'ACTIVE')
  const fields = fieldsOfKind(table, 'MONEY')
  return substitutes.some((other) =>
    held.some((values) => fields.some((name) => values?.[name] !== other[name])),
  )
}

/** True if the row holds at other times than before. */
export function startsOrEnds({ before, after }: Pick<RowChange, 'before' | 'after'>): boolean {
  const times = (values: Values | null) =>
    values?.status === 'ACTIVE' ? `${values.effective_from ?? ''}–${values.effective_to ?? ''}` : ''
  return times(before) !== times(after)
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

/** Ranges of an active row, with its dates, which end them too, and what they point to, as text. */
function rangesOf(table: TableDeclaration, values: Values | null): string {
  const isActive = values?.status === 'ACTIVE'
  const { ranges = [] } = table
  const rest = ['effective_from', 'effective_to', ...fieldsOfKind(table, 'MONEY')]
  return ranges
    .flatMap(({ from, to }) =>
      isActive && values[from] ? [from, to, ...rest].map((name) => values[name]) : [],
    )
    .join()
}

/** Effects of written rows, by the number of each kind. `waiting` counts the transactions that they map. */
export function tableEffects(
  { name }: TableDeclaration,
  kinds: ReadonlyMap<ApprovalKind, number>,
  waiting: number,
): Effect[] {
  return [...kinds].map(([kind, count]) => ({
    kind,
    count,
    ...(kind === 'MASS_CHANGE' || kind === 'TERMINAL_MOVE' ? { scope: name } : {}),
    ...(kind === 'MASS_CHANGE' && waiting > 0 && { entailed: waiting }),
  }))
}

/** Such as `, which maps 64 transactions`. */
export function describeMapping(waiting: number): string {
  if (waiting === 0) return ''
  return `, which maps ${waiting.toLocaleString('en')} ${waiting === 1 ? 'transaction' : 'transactions'}`
}

export type RowVerb = 'Create' | 'Change' | 'Delete' | 'Restore' | 'Move' | 'Activate' | 'Deactivate'

/** Proposal of a write of rows. `records` are ids, or names of new rows. */
export function rowsProposal(
  table: TableDeclaration,
  verb: RowVerb,
  rows: readonly object[],
  {
    records,
    kinds,
    waiting = 0,
  }: { records: readonly string[]; kinds: ReadonlyMap<ApprovalKind, number>; waiting?: number },
): Proposal {
  const [row] = rows
  const what =
    row && rows.length === 1
      ? `${verb} ${table.noun} ${rowName(table, row)}`
      : `${verb} ${rows.length.toLocaleString('en')} ${table.plural}`
  return {
    what: what + describeMapping(waiting),
    records,
    table: table.name,
    effects: tableEffects(table, kinds, waiting),
  }
}

/** Proposal of a write of one row, which its name identifies. */
export function rowProposal(
  table: TableDeclaration,
  verb: RowVerb,
  row: object,
  kinds: readonly ApprovalKind[],
  waiting = 0,
): Proposal {
  const counts = new Map(kinds.map((kind) => [kind, 1]))
  return rowsProposal(table, verb, [row], { records: [rowName(table, row)], kinds: counts, waiting })
}

export function rowName(table: TableDeclaration, row: object): string {
  const values = row as Readonly<Record<string, unknown>>
  return namingKeys(table)
    .map((name) => values[name])
    .join(' ')
}
