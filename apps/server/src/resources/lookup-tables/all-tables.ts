import type { TableDeclaration } from '@backoffice/contract/table'
import { TABLES } from '@backoffice/contract/tables/tables'
import type { TableData } from './table-data.ts'
import { BRANCHES_DATA } from './tables/branches.ts'
import { COMPANY_GROUPS_DATA } from './tables/company_groups.ts'
import { ESTABLISHMENTS_DATA } from './tables/establishments.ts'
import { PAYMENT_METHODS_DATA } from './tables/payment_methods.ts'
import { TENDERS_DATA } from './tables/tenders.ts'
import { TERMINALS_DATA } from './tables/terminals.ts'
import { TRANCODES_DATA } from './tables/trancodes.ts'
import { TRANSACTION_CODES_DATA } from './tables/transaction_codes.ts'

export type LookupTable = { table: TableDeclaration; data: TableData }

/** By the name of the table. */
const DATA: Readonly<Record<string, TableData>> = {
  tenders: TENDERS_DATA,
  terminals: TERMINALS_DATA,
  trancodes: TRANCODES_DATA,
  company_groups: COMPANY_GROUPS_DATA,
  branches: BRANCHES_DATA,
  establishments: ESTABLISHMENTS_DATA,
  payment_methods: PAYMENT_METHODS_DATA,
  transaction_codes: TRANSACTION_CODES_DATA,
}

/** Every lookup table with what the server knows of it. */
export const LOOKUP_TABLES: readonly LookupTable[] = TABLES.map((table) => ({ table, data: dataOf(table) }))

function dataOf({ name }: TableDeclaration): TableData {
  const data = DATA[name]
  if (!data) throw new Error(`${name} has no data on the server`)
  return data
}

/** For jobs, which know a table by the category of their file. */
export function tableOfCategory(category: string): LookupTable {
  const found = LOOKUP_TABLES.find(({ table }) => table.category === category)
  if (!found) throw new Error(`${category} is not the category of a table`)
  return found
}
