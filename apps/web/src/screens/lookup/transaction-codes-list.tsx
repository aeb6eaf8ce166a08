import { transactionCodes } from '@backoffice/contract/tables/transaction_codes'
import type { SearchParams } from '../../kit/list/list-params.ts'
import { lookupList } from './lookup-list.tsx'
import { loadRows } from './lookup-queries.ts'
import { LookupScreen } from './lookup-screen.tsx'

const TRANSACTION_CODES = lookupList(transactionCodes, [
  { field: 'tran_code', label: 'Code', always: true, beside: true },
  { field: 'description', beside: true, card: 'title' },
  { field: 'class' },
  { field: 'points_sign' },
  { field: 'reverses' },
  { field: 'processing_code' },
  { field: 'posts_to_ledger', label: 'Ledger', hidden: true },
  { field: 'requires_reason', hidden: true },
])

export const loadTransactionCodes = (params: SearchParams) => loadRows(transactionCodes, params)

export function TransactionCodesScreen() {
  return <LookupScreen table={transactionCodes} list={TRANSACTION_CODES} />
}
