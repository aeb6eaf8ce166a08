import { type Permission, RESOURCES } from '../access.ts'
import type { OptionTable } from '../table.ts'
import { referrersOf, tableAt } from '../tables/tables.ts'
import { optionsEndpoint } from './tables.ts'

/** Open to holders of an action on a table that refers to it, and of `others`. */
function optionsOf(path: OptionTable, ...others: Permission[]) {
  const resources = new Set(referrersOf(tableAt(path)).map(({ table }) => table.resource))
  const permissions = [...resources].flatMap((resource) =>
    RESOURCES[resource].actions.map((action) => `${resource}:${action}` as Permission),
  )
  // Each of them is referred to, or has others.
  return optionsEndpoint(`/${path}`, [...permissions, ...others] as [Permission, ...Permission[]])
}

export const optionEndpoints = {
  paymentMethods: optionsOf('glass/payment_method'),
  branches: optionsOf('glass/branch', 'inquiry:run'),
  establishments: optionsOf('glass/establishment'),
  transactionCodes: optionsOf('glass/transaction_code'),
  companyGroups: optionsOf('lookup/company_group', 'inquiry:run'),
  terminals: optionsOf('lookup/shell_tid', 'inquiry:run'),
}
