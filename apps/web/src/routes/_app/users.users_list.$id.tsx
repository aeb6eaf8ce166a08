import { createFileRoute, type ErrorComponentProps } from '@tanstack/react-router'
import { UserScreen } from '../../features/users/user-screen.tsx'
import { USERS, userQuery } from '../../features/users/users-queries.ts'
import { BrokenRecord } from '../../kit/record/broken-record.tsx'
import { prefetch } from '../../net/query-client.ts'

export const Route = createFileRoute('/_app/users/users_list/$id')({
  loader: ({ params }) => prefetch(userQuery(params.id)),
  component: User,
  errorComponent: BrokenUser,
})

function User() {
  const { id } = Route.useParams()
  const { tab } = Route.useSearch()
  return <UserScreen id={id} tab={tab} />
}

function BrokenUser({ error }: ErrorComponentProps) {
  return <BrokenRecord table={USERS} error={error} />
}
