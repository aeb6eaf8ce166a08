import { createFileRoute, type ErrorComponentProps } from '@tanstack/react-router'
import { BrokenRecord } from '../../kit/record/broken-record.tsx'
import { CreatePolicy } from '../../screens/policies/create-policy.tsx'
import { POLICIES } from '../../screens/policies/policies-queries.ts'

export const Route = createFileRoute('/_app/users/users_policies/create')({
  staticData: { parent: '/users/users_policies' },
  component: Create,
  errorComponent: BrokenPolicy,
})

function Create() {
  const { from } = Route.useSearch()
  return <CreatePolicy from={from} />
}

function BrokenPolicy({ error }: ErrorComponentProps) {
  return <BrokenRecord table={POLICIES} error={error} />
}
