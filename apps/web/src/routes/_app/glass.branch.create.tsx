import { branches } from '@backoffice/contract/tables/branches'
import { createFileRoute, type ErrorComponentProps } from '@tanstack/react-router'
import { BrokenRecord } from '../../kit/record/broken-record.tsx'
import { CreateScreen } from '../../kit/record/create-screen.tsx'

export const Route = createFileRoute('/_app/glass/branch/create')({
  staticData: { parent: '/glass/branch' },
  component: CreateBranch,
  errorComponent: BrokenBranch,
})

function CreateBranch() {
  const { from } = Route.useSearch()
  return <CreateScreen table={branches} from={from} />
}

function BrokenBranch({ error }: ErrorComponentProps) {
  return <BrokenRecord table={branches} error={error} />
}
