import { createFileRoute, type ErrorComponentProps } from '@tanstack/react-router'
import { BrokenRecord } from '../../kit/record/broken-record.tsx'
import { prefetch } from '../../net/query-client.ts'
import { RoleScreen } from '../../screens/roles/role-screen.tsx'
import { ROLES, roleQuery } from '../../screens/roles/roles-queries.ts'

export const Route = createFileRoute('/_app/users/users_roles/$id')({
  staticData: { parent: '/users/users_roles' },
  // Not while the pointer only passes over the rows of the list.
  loader: ({ params, cause }) => {
    if (cause !== 'preload') prefetch(roleQuery(params.id))
  },
  component: Role,
  errorComponent: BrokenRole,
  // What the loader asks for is not in the application's own code.
  codeSplitGroupings: [['loader', 'component', 'errorComponent']],
})

function Role() {
  const { id } = Route.useParams()
  const { tab } = Route.useSearch()
  return <RoleScreen id={id} tab={tab} />
}

function BrokenRole({ error }: ErrorComponentProps) {
  return <BrokenRecord table={ROLES} error={error} />
}
