import type { OptionTable, TableDeclaration } from '../table.ts'
import { branches } from './branches.ts'
import { companyGroups } from './company-groups.ts'
import { establishments } from './establishments.ts'
import type { TableName } from './headers.ts'
import { paymentMethods } from './payment-methods.ts'
import { tenders } from './tenders.ts'
import { terminals } from './terminals.ts'
import { trancodes } from './trancodes.ts'
import { transactionCodes } from './transaction-codes.ts'

/** Declarations by name, in navigation order. */
export const DECLARATIONS = {
  tenders,
  terminals,
  trancodes,
  company_groups: companyGroups,
  branches,
  establishments,
  payment_methods: paymentMethods,
  transaction_codes: transactionCodes,
} satisfies Readonly<Record<TableName, TableDeclaration>>

export const TABLES: readonly TableDeclaration[] = Object.values(DECLARATIONS)

/** The table of a file category; undefined for other lists. */
export function tableOf(category: string): TableDeclaration | undefined {
  return TABLES.find((table) => table.category === category)
}

/** The table of a file category. Throws for other lists. */
export function tableOfCategory(category: string): TableDeclaration {
  const found = tableOf(category)
  if (!found) throw new Error(`${category} is not the category of a table`)
  return found
}

/** The declaration of a table with options. */
export function tableAt(path: OptionTable): TableDeclaration {
  const found = TABLES.find((table) => table.path === `/${path}`)
  if (!found) throw new Error(`${path} is not a table`)
  return found
}

export type Referrer = { table: TableDeclaration; field: string }

/** Fields of all tables that refer to this one. */
export function referrersOf({ path }: TableDeclaration): Referrer[] {
  return TABLES.flatMap((table) =>
    Object.entries(table.fields)
      .filter(([, { reference }]) => reference && path === `/${reference.table}`)
      .map(([field]) => ({ table, field })),
  )
}
