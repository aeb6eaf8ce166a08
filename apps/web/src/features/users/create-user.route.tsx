import { createFileRoute, type ErrorComponentProps } from '@tanstack/react-router'
import { BrokenRecord } from '../../kit/record/record-pane.tsx'
import { CreateUser } from './create-user.tsx'
import { USERS } from './users-queries.ts'

export const Route = createFileRoute('/_app/users/users_list/create')({
  component: CreateUser,
  errorComponent: BrokenUser,
})

function BrokenUser({ error }: ErrorComponentProps) {
  return <BrokenRecord table={USERS} error={error} />
}
