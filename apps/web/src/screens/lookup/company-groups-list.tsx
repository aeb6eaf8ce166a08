import { companyGroups } from '@backoffice/contract/tables/company_groups'
import type { SearchParams } from '../../kit/list/list-params.ts'
import { EmptyValue } from '../../ui/card.tsx'
import { lookupList } from './lookup-list.tsx'
import { loadRows } from './lookup-queries.ts'
import { LookupScreen } from './lookup-screen.tsx'

/** `900100200000` as 900-100-200-000. */
const tinText = (tin: string) => tin.replace(/(\d{3})(?=\d)/g, '$1-')

const COMPANY_GROUPS = lookupList(companyGroups, [
  { field: 'company_code', label: 'Code', always: true, beside: true },
  { field: 'company_name', label: 'Name', beside: true, card: 'title' },
  { field: 'group_code', label: 'Group' },
  { field: 'group_name' },
  { field: 'tin', cell: ({ tin }) => (tin ? tinText(tin) : <EmptyValue />) },
  { field: 'cutoff_time', label: 'Cut-off' },
  { field: 'settlement_account_ref', hidden: true },
  { field: 'contact_email', hidden: true },
  { field: 'contact_phone', hidden: true },
])

export const loadCompanyGroups = (params: SearchParams) => loadRows(companyGroups, params)

export function CompanyGroupsScreen() {
  return <LookupScreen table={companyGroups} list={COMPANY_GROUPS} />
}
