import { companyGroups } from '@backoffice/contract/tables/company_groups'
import { createFileRoute, type ErrorComponentProps } from '@tanstack/react-router'
import { BrokenRecord } from '../../kit/record/broken-record.tsx'
import { CreateScreen } from '../../kit/record/create-screen.tsx'

export const Route = createFileRoute('/_app/lookup/company_group/create')({
  staticData: { parent: '/lookup/company_group' },
  component: CreateCompany,
  errorComponent: BrokenCompany,
})

function CreateCompany() {
  const { from } = Route.useSearch()
  return <CreateScreen table={companyGroups} from={from} />
}

function BrokenCompany({ error }: ErrorComponentProps) {
  return <BrokenRecord table={companyGroups} error={error} />
}
