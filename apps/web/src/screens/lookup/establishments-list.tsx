import { establishments } from '@backoffice/contract/tables/establishments'
import type { SearchParams } from '../../kit/list/list-params.ts'
import { lookupList } from './lookup-list.tsx'
import { loadRows } from './lookup-queries.ts'
import { LookupScreen } from './lookup-screen.tsx'

const ESTABLISHMENTS = lookupList(establishments, [
  { field: 'establishment_code', label: 'Code', always: true, beside: true },
  { field: 'establishment_name', label: 'Name', beside: true, card: 'title' },
  { field: 'category' },
  { field: 'mcc' },
  { field: 'earn_allowed', label: 'Earns' },
  { field: 'redeem_allowed', label: 'Redeems' },
  { field: 'earn_rate_pesos_per_point', label: '₱ per point' },
])

export const loadEstablishments = (params: SearchParams) => loadRows(establishments, params)

export function EstablishmentsScreen() {
  return <LookupScreen table={establishments} list={ESTABLISHMENTS} />
}
