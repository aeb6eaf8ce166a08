import type { TableData } from '../table-data.ts'

export const PAYMENT_METHODS_DATA: TableData = {
  keyConstraint: 'payment_methods_key',
  usage: { table: 'payment_method_usage', by: ['payment_method_code'] },
}
