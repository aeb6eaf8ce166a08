import { createFileRoute, type ErrorComponentProps } from '@tanstack/react-router'
import { BrokenRecord } from '../../kit/record/broken-record.tsx'
import { CreateRole } from '../../screens/roles/create-role.tsx'
import { ROLES } from '../../screens/roles/roles-queries.ts'

export const Route = createFileRoute('/_app/users/users_roles/create')({
  staticData: { parent: '/users/users_roles' },
  component: Create,
  errorComponent: BrokenRole,
})

function Create() {
  const { from } = Route.useSearch()
  return <CreateRole from={from} />
}

function BrokenRole({ error }: ErrorComponentProps) {
  return <BrokenRecord table={ROLES} error={error} />
}
