import type { TableData } from '../table-data.ts'

export const TENDERS_DATA: TableData = {
  keyConstraint: 'tenders_key',
  usage: {
    table: 'tender_usage',
    by: ['source_system', 'tender_id', 'company_code'],
    any: { field: 'company_code', value: '*' },
  },
}
