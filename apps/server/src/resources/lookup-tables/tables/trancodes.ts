import type { TableData } from '../table-data.ts'

export const TRANCODES_DATA: TableData = {
  keyConstraint: 'trancodes_key',
  usage: {
    table: 'trancode_usage',
    by: ['source_system', 'source_code', 'company_code'],
    any: { field: 'company_code', value: '*' },
  },
}
