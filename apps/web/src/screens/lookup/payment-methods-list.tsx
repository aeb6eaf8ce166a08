import { paymentMethods } from '@backoffice/contract/tables/payment_methods'
import type { SearchParams } from '../../kit/list/list-params.ts'
import { lookupList } from './lookup-list.tsx'
import { loadRows } from './lookup-queries.ts'
import { LookupScreen } from './lookup-screen.tsx'

const PAYMENT_METHODS = lookupList(paymentMethods, [
  { field: 'payment_method_code', label: 'Code', always: true, beside: true },
  { field: 'name', label: 'Name', beside: true, card: 'title' },
  { field: 'type' },
  { field: 'earns_points' },
  { field: 'requires_reference', label: 'Approval code' },
  { field: 'settlement_days', label: 'Settled in days' },
  { field: 'sort_order' },
])

export const loadPaymentMethods = (params: SearchParams) => loadRows(paymentMethods, params)

export function PaymentMethodsScreen() {
  return <LookupScreen table={paymentMethods} list={PAYMENT_METHODS} />
}
