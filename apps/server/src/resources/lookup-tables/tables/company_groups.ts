import type { TableData } from '../table-data.ts'

export const COMPANY_GROUPS_DATA: TableData = {
  keyConstraint: 'company_groups_key',
  usage: { table: 'company_usage', by: ['company_code'] },
}
