import type { TableDeclaration } from '@backoffice/contract/table'
import { tenders } from '@backoffice/contract/tables/tenders'
import type { TableData } from './table-data.ts'
import { TENDERS_DATA } from './tables/tenders.ts'

export type LookupTable = { table: TableDeclaration; data: TableData }

/** Every lookup table, for jobs, which know it by the category of their file. */
const ALL_TABLES: readonly LookupTable[] = [{ table: tenders, data: TENDERS_DATA }]

export function tableOfCategory(category: string): LookupTable {
  const found = ALL_TABLES.find(({ table }) => table.category === category)
  if (!found) throw new Error(`${category} is not the category of a table`)
  return found
}
