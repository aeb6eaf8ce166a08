import { createFileRoute, type ErrorComponentProps } from '@tanstack/react-router'
import { BrokenRecord } from '../../kit/record/record-pane.tsx'
import { prefetch } from '../../net/query-client.ts'
import { accessQuery } from '../access/access-form.ts'
import { AccessRecordScreen } from '../access/access-record-screen.tsx'
import { POLICIES } from './policies.ts'
import { POLICY_VIEW } from './policy-screen.tsx'

export const Route = createFileRoute('/_app/users/users_policies/$id')({
  loader: ({ params }) => prefetch(accessQuery(POLICIES, params.id)),
  component: Policy,
  errorComponent: BrokenPolicy,
})

function Policy() {
  const { id } = Route.useParams()
  const { tab } = Route.useSearch()
  return <AccessRecordScreen view={POLICY_VIEW} id={id} tab={tab} />
}

function BrokenPolicy({ error }: ErrorComponentProps) {
  return <BrokenRecord table={POLICIES} error={error} />
}
