import type { ApprovalKind } from './approvals.ts'
import type { TableDeclaration } from './table.ts'
import type { TableName } from './tables/headers.ts'

/** Tables whose rows in force are ended or deleted with approval: other tables and transactions depend on them. */
const MASTER_TABLES: readonly TableName[] = [
  'company_groups',
  'branches',
  'payment_methods',
  'transaction_codes',
]

export const isMasterTable = ({ name }: Pick<TableDeclaration, 'name'>) => MASTER_TABLES.includes(name)

/** Kinds of approval that writes of the table may need. */
export function tableApprovals(table: TableDeclaration): [ApprovalKind, ...ApprovalKind[]] {
  return [
    'MASS_CHANGE',
    ...(isMasterTable(table) ? (['MASTER_DELETE'] as const) : []),
    ...(table.ranges ? (['BIN_RANGE'] as const) : []),
    ...(table.movedBy ? (['TERMINAL_MOVE'] as const) : []),
  ]
}
