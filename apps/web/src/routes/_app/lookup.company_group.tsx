import { createFileRoute } from '@tanstack/react-router'
import { requirePermission } from '../../kit/guards.ts'
import { listParams } from '../../kit/list/list-params.ts'
import { recordParams } from '../../kit/record/record-links.ts'
import { CompanyGroupsScreen, loadCompanyGroups } from '../../screens/lookup/company-groups-list.tsx'

export const Route = createFileRoute('/_app/lookup/company_group')({
  staticData: { keys: 'g o' },
  validateSearch: (params) => ({ ...listParams(params), ...recordParams(params) }),
  beforeLoad: () => requirePermission('company-group:view'),
  loaderDeps: ({ search }) => search,
  // Waits for no reply: it is only asked for, the screen reports what fails.
  loader: ({ deps }) => loadCompanyGroups(deps),
  component: CompanyGroupsScreen,
})
