import { branches } from '@backoffice/contract/tables/branches'
import type { SearchParams } from '../../kit/list/list-params.ts'
import { lookupList } from './lookup-list.tsx'
import { loadRows } from './lookup-queries.ts'
import { LookupScreen } from './lookup-screen.tsx'

const BRANCHES = lookupList(branches, [
  { field: 'company_code', always: true, beside: true },
  { field: 'branch_code', label: 'Code', always: true, beside: true },
  { field: 'branch_name', label: 'Name', beside: true, card: 'title' },
  { field: 'establishment_code' },
  { field: 'city' },
  { field: 'province', hidden: true },
  { field: 'region', hidden: true },
  { field: 'merchant_id', hidden: true },
  { field: 'address', hidden: true },
  { field: 'opened_on', label: 'Opened', hidden: true },
  { field: 'closed_on', label: 'Closed', hidden: true },
])

export const loadBranches = (params: SearchParams) => loadRows(branches, params)

export function BranchesScreen() {
  return <LookupScreen table={branches} list={BRANCHES} />
}
