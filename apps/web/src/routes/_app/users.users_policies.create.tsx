import { createFileRoute, type ErrorComponentProps } from '@tanstack/react-router'
import { CreateAccessRecord } from '../../features/access/create-access-record.tsx'
import { POLICIES } from '../../features/policies/policies.ts'
import { POLICY_VIEW } from '../../features/policies/policy-screen.tsx'
import { BrokenRecord } from '../../kit/record/broken-record.tsx'

export const Route = createFileRoute('/_app/users/users_policies/create')({
  component: Create,
  errorComponent: BrokenPolicy,
})

function Create() {
  const { from } = Route.useSearch()
  return <CreateAccessRecord view={POLICY_VIEW} from={from} />
}

function BrokenPolicy({ error }: ErrorComponentProps) {
  return <BrokenRecord table={POLICIES} error={error} />
}
