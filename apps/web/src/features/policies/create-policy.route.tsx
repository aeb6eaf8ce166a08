import { createFileRoute, type ErrorComponentProps } from '@tanstack/react-router'
import { BrokenRecord } from '../../kit/record/record-pane.tsx'
import { CreateAccessRecord } from '../access/create-access-record.tsx'
import { POLICIES } from './policies.ts'
import { POLICY_VIEW } from './policy-screen.tsx'

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
