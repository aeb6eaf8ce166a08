import { branches } from '../tables/branches.ts'
import { companyGroups } from '../tables/company_groups.ts'
import { establishments } from '../tables/establishments.ts'
import { paymentMethods } from '../tables/payment_methods.ts'
import { tenders } from '../tables/tenders.ts'
import { trancodes } from '../tables/trancodes.ts'
import { transactionCodes } from '../tables/transaction_codes.ts'
import { tableEndpoints } from './tables.ts'
import { terminalEndpoints } from './terminals.ts'

/** The endpoints of every lookup table, by its name. */
export const lookupEndpoints = {
  tenders: tableEndpoints(tenders),
  terminals: terminalEndpoints,
  trancodes: tableEndpoints(trancodes),
  company_groups: tableEndpoints(companyGroups),
  branches: tableEndpoints(branches),
  establishments: tableEndpoints(establishments),
  payment_methods: tableEndpoints(paymentMethods),
  transaction_codes: tableEndpoints(transactionCodes),
}
