import { tenders } from '@backoffice/contract/tables/tenders'
import type { SearchParams } from '../../kit/list/list-params.ts'
import { EmptyValue } from '../../ui/card.tsx'
import { lookupList } from './lookup-list.tsx'
import { loadRows } from './lookup-queries.ts'

export const TENDERS = lookupList(tenders, [
  {
    field: 'source_system',
    label: 'Source',
    always: true,
    beside: true,
    variant: 'code',
    cell: (row) => row.source_system,
  },
  { field: 'tender_id', variant: 'code', always: true, beside: true, cell: (row) => row.tender_id },
  { field: 'tender_name', label: 'Name', beside: true, card: 'title', cell: (row) => row.tender_name },
  { field: 'payment_method_code', label: 'Method', variant: 'code', cell: (row) => row.payment_method_code },
  {
    field: 'bin_from',
    heading: 'BIN range',
    variant: 'code',
    cell: ({ bin_from, bin_to }) => (bin_from ? `${bin_from}–${bin_to}` : <EmptyValue />),
  },
  { field: 'company_code', label: 'Company', variant: 'code', cell: (row) => row.company_code },
  { field: 'card_scheme', hidden: true, cell: (row) => row.card_scheme ?? <EmptyValue /> },
])

export const loadTenders = (params: SearchParams) => loadRows(tenders, params)
