import { createFileRoute, type ErrorComponentProps } from '@tanstack/react-router'
import { CreateUser } from '../../features/users/create-user.tsx'
import { USERS } from '../../features/users/users-queries.ts'
import { BrokenRecord } from '../../kit/record/broken-record.tsx'

export const Route = createFileRoute('/_app/users/users_list/create')({
  component: CreateUser,
  errorComponent: BrokenUser,
})

function BrokenUser({ error }: ErrorComponentProps) {
  return <BrokenRecord table={USERS} error={error} />
}
