import { createFileRoute } from '@tanstack/react-router'
import { requirePermission } from '../../kit/guards.ts'
import { listParams } from '../../kit/list/list-params.ts'
import { recordParams } from '../../kit/record/record-links.ts'
import { EstablishmentsScreen, loadEstablishments } from '../../screens/lookup/establishments-list.tsx'

export const Route = createFileRoute('/_app/glass/establishment')({
  staticData: { keys: 'g e' },
  validateSearch: (params) => ({ ...listParams(params), ...recordParams(params) }),
  beforeLoad: () => requirePermission('glass-establishment:view'),
  loaderDeps: ({ search }) => search,
  // Waits for no reply: it is only asked for, the screen reports what fails.
  loader: ({ deps }) => loadEstablishments(deps),
  component: EstablishmentsScreen,
})
