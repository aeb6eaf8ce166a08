import { branches } from '@backoffice/contract/tables/branches'
import { companyGroups } from '@backoffice/contract/tables/company_groups'
import { establishments } from '@backoffice/contract/tables/establishments'
import { paymentMethods } from '@backoffice/contract/tables/payment_methods'
import { tenders } from '@backoffice/contract/tables/tenders'
import { terminals } from '@backoffice/contract/tables/terminals'
import { trancodes } from '@backoffice/contract/tables/trancodes'
import { transactionCodes } from '@backoffice/contract/tables/transaction_codes'
import { walkTable } from './table-walk.ts'

walkTable(tenders)
walkTable(terminals)
walkTable(trancodes)
walkTable(companyGroups)
walkTable(branches)
walkTable(establishments)
walkTable(paymentMethods)
walkTable(transactionCodes)
