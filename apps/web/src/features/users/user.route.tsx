import { createFileRoute, type ErrorComponentProps } from '@tanstack/react-router'
import { BrokenRecord } from '../../kit/record/record-pane.tsx'
import { prefetch } from '../../net/query-client.ts'
import { UserScreen } from './user-screen.tsx'
import { USERS, userQuery } from './users-queries.ts'

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
