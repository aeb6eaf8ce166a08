import type { TableData } from '../table-data.ts'

export const TENDERS_DATA: TableData = {
  keyConstraint: 'tenders_key',
  usage: {
    one: 'transaction',
    many: 'transactions',
    table: 'tender_usage',
    since: 'first_used',
    count: 'transactions',
    by: ['source_system', 'tender_id', 'company_code'],
    any: { field: 'company_code', value: '*' },
  },
}
