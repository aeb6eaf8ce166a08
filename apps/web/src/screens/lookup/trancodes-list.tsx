import { trancodes } from '@backoffice/contract/tables/trancodes'
import type { SearchParams } from '../../kit/list/list-params.ts'
import { lookupList } from './lookup-list.tsx'
import { loadRows } from './lookup-queries.ts'
import { LookupScreen } from './lookup-screen.tsx'

const TRANCODES = lookupList(trancodes, [
  { field: 'source_system', label: 'Source', variant: 'code', always: true, beside: true },
  { field: 'source_code', always: true, beside: true, card: 'title' },
  { field: 'tran_code', beside: true },
  { field: 'company_code' },
])

export const loadTrancodes = (params: SearchParams) => loadRows(trancodes, params)

export function TrancodesScreen() {
  return <LookupScreen table={trancodes} list={TRANCODES} />
}
