import { createFileRoute, type ErrorComponentProps } from '@tanstack/react-router'
import { BrokenRecord } from '../../kit/record/record-pane.tsx'
import { prefetch } from '../../net/query-client.ts'
import { accessQuery } from '../access/access-form.ts'
import { AccessRecordScreen } from '../access/access-record-screen.tsx'
import { ROLE_VIEW } from './role-screen.tsx'
import { ROLES } from './roles.ts'

export const Route = createFileRoute('/_app/users/users_roles/$id')({
  loader: ({ params }) => prefetch(accessQuery(ROLES, params.id)),
  component: Role,
  errorComponent: BrokenRole,
})

function Role() {
  const { id } = Route.useParams()
  const { tab } = Route.useSearch()
  return <AccessRecordScreen view={ROLE_VIEW} id={id} tab={tab} />
}

function BrokenRole({ error }: ErrorComponentProps) {
  return <BrokenRecord table={ROLES} error={error} />
}
