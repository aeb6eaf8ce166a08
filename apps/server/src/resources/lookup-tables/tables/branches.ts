import type { TableData } from '../table-data.ts'

export const BRANCHES_DATA: TableData = {
  keyConstraint: 'branches_key',
  usage: { table: 'branch_usage', by: ['company_code', 'branch_code'] },
}
