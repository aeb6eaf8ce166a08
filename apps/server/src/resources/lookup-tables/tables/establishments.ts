import type { TableData } from '../table-data.ts'

export const ESTABLISHMENTS_DATA: TableData = {
  keyConstraint: 'establishments_key',
}
