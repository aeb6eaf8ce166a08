import { createFileRoute, type ErrorComponentProps } from '@tanstack/react-router'
import { BrokenRecord } from '../../kit/record/broken-record.tsx'
import { prefetch } from '../../net/query-client.ts'
import { POLICIES, policyQuery } from '../../screens/policies/policies-queries.ts'
import { PolicyScreen } from '../../screens/policies/policy-screen.tsx'

export const Route = createFileRoute('/_app/users/users_policies/$id')({
  staticData: { parent: '/users/users_policies' },
  // Not while the pointer only passes over the rows of the list.
  loader: ({ params, cause }) => {
    if (cause !== 'preload') prefetch(policyQuery(params.id))
  },
  component: Policy,
  errorComponent: BrokenPolicy,
  // What the loader asks for is not in the application's own code.
  codeSplitGroupings: [['loader', 'component', 'errorComponent']],
})

function Policy() {
  const { id } = Route.useParams()
  const { tab } = Route.useSearch()
  return <PolicyScreen id={id} tab={tab} />
}

function BrokenPolicy({ error }: ErrorComponentProps) {
  return <BrokenRecord table={POLICIES} error={error} />
}
