import { tenders } from '@backoffice/contract/tables/tenders'
import type { SearchParams } from '../../kit/list/list-params.ts'
import { EmptyValue } from '../../ui/card.tsx'
import { lookupList } from './lookup-list.tsx'
import { loadRows } from './lookup-queries.ts'
import { LookupScreen } from './lookup-screen.tsx'

const TENDERS = lookupList(tenders, [
  { field: 'source_system', label: 'Source', variant: 'code', always: true, beside: true },
  { field: 'tender_id', always: true, beside: true },
  { field: 'tender_name', label: 'Name', beside: true, card: 'title' },
  { field: 'payment_method_code', label: 'Method' },
  {
    field: 'bin_from',
    heading: 'BIN range',
    cell: ({ bin_from, bin_to }) => (bin_from ? `${bin_from}–${bin_to}` : <EmptyValue />),
  },
  { field: 'company_code' },
  { field: 'card_scheme' },
])

export const loadTenders = (params: SearchParams) => loadRows(tenders, params)

export function TendersScreen() {
  return <LookupScreen table={tenders} list={TENDERS} />
}
