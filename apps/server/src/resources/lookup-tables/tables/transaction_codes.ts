import type { TableData } from '../table-data.ts'

export const TRANSACTION_CODES_DATA: TableData = {
  keyConstraint: 'transaction_codes_key',
  usage: { table: 'transaction_code_usage', by: ['tran_code'] },
}
