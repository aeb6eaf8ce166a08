import { createFileRoute, type ErrorComponentProps } from '@tanstack/react-router'
import { BrokenRecord } from '../../kit/record/record-pane.tsx'
import { InviteUsers } from './invite/invite-users.tsx'
import { USERS } from './users-queries.ts'

export const Route = createFileRoute('/_app/users/users_list/invite')({
  component: InviteUsers,
  errorComponent: BrokenUser,
})

function BrokenUser({ error }: ErrorComponentProps) {
  return <BrokenRecord table={USERS} error={error} />
}
