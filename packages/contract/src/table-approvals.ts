import type { ApprovalKind, FieldApproval } from './approvals.ts'
import { keyFields, type TableDeclaration, type TableField } from './table.ts'
import type { TableName } from './tables/headers.ts'

/** Ending or deleting their rows in force may need approval, because other tables and transactions depend on them. */
const MASTER_TABLES: readonly TableName[] = [
  'company_groups',
  'branches',
  'payment_methods',
  'transaction_codes',
]

export const isMasterTable = ({ name }: Pick<TableDeclaration, 'name'>) => MASTER_TABLES.includes(name)

/** Fields of the table that declare this kind of approval. */
export function fieldsOfKind({ fields }: TableDeclaration, kind: FieldApproval): string[] {
  return Object.keys(fields).filter((name) => fields[name]?.approval === kind)
}

/**
 * Fields whose change may need approval, in the order of the declaration. Status and dates start and end rows, and a row
 * with a new key is another row.
 */
export function governedFields(table: TableDeclaration): string[] {
  const declared = Object.keys(table.fields).filter((name) => table.fields[name]?.approval)
  const isEnded = isMasterTable(table) || table.ranges || anyKey(table)
  const ends = isEnded ? ['status', 'effective_from', 'effective_to'] : []
  const keys = declared.length > 0 ? keyFields(table) : []
  return [...new Set([...declared, ...ends, ...keys])]
}

/**
 * Governed fields that count in a new row too: BIN ranges, masked values, which no one can see afterwards, and all
 * fields of a row that may replace another.
 */
export function governedInNewRows(table: TableDeclaration): string[] {
  const replaces = anyKey(table) !== undefined
  const counts = ({ approval, masked }: TableField) =>
    approval === 'BIN_RANGE' || (approval && (masked || replaces))
  return Object.entries(table.fields).flatMap(([name, field]) => (counts(field) ? [name] : []))
}

/** Kinds of approval that writes of the table may need. */
export function tableApprovals(table: TableDeclaration): [ApprovalKind, ...ApprovalKind[]] {
  const declared = Object.values(table.fields).flatMap(({ approval }) => approval ?? [])
  return ['MASS_CHANGE', ...(isMasterTable(table) ? (['MASTER_DELETE'] as const) : []), ...new Set(declared)]
}

/** The key field that can cover all records, with the value for it, such as `*` for all companies. */
export function anyKey(table: TableDeclaration): { field: string; value: string } | undefined {
  for (const field of keyFields(table)) {
    const value = table.fields[field]?.reference?.any
    if (value !== undefined) return { field, value }
  }
  return undefined
}
