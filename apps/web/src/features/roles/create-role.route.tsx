import { createFileRoute, type ErrorComponentProps } from '@tanstack/react-router'
import { BrokenRecord } from '../../kit/record/record-pane.tsx'
import { CreateAccessRecord } from '../access/create-access-record.tsx'
import { ROLE_VIEW } from './role-screen.tsx'
import { ROLES } from './roles.ts'

export const Route = createFileRoute('/_app/users/users_roles/create')({
  component: Create,
  errorComponent: BrokenRole,
})

function Create() {
  const { from } = Route.useSearch()
  return <CreateAccessRecord view={ROLE_VIEW} from={from} />
}

function BrokenRole({ error }: ErrorComponentProps) {
  return <BrokenRecord table={ROLES} error={error} />
}
