import { type Permission, RESOURCES } from '../access.ts'
import type { ReferencedTable } from '../table.ts'
import { referrersOf, tableAt } from '../tables/tables.ts'
import { optionsEndpoint } from './tables.ts'

/** Open to holders of an action on a table that refers to it. */
function optionsOf(path: ReferencedTable) {
  const resources = new Set(referrersOf(tableAt(path)).map(({ table }) => table.resource))
  const permissions = [...resources].flatMap((resource) =>
    RESOURCES[resource].actions.map((action) => `${resource}:${action}` as Permission),
  )
  // Each of them is referred to.
  return optionsEndpoint(`/${path}`, permissions as [Permission, ...Permission[]])
}

export const optionEndpoints = {
  paymentMethods: optionsOf('glass/payment_method'),
  branches: optionsOf('glass/branch'),
  establishments: optionsOf('glass/establishment'),
  transactionCodes: optionsOf('glass/transaction_code'),
  companyGroups: optionsOf('lookup/company_group'),
}
