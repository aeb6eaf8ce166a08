import { companyGroups } from '@backoffice/contract/tables/company_groups'
import { createFileRoute, type ErrorComponentProps } from '@tanstack/react-router'
import { BrokenRecord } from '../../kit/record/broken-record.tsx'
import { recordQuery } from '../../kit/record/record-queries.ts'
import { RecordScreen } from '../../kit/record/record-screen.tsx'
import { prefetch } from '../../net/query-client.ts'

export const Route = createFileRoute('/_app/lookup/company_group/$id')({
  staticData: { parent: '/lookup/company_group' },
  // Not while the pointer only passes over the rows of the list.
  loader: ({ params, cause }) => {
    if (cause !== 'preload') prefetch(recordQuery(companyGroups, params.id))
  },
  component: Company,
  errorComponent: BrokenCompany,
})

function Company() {
  const { id } = Route.useParams()
  const { tab } = Route.useSearch()
  return <RecordScreen table={companyGroups} id={id} tab={tab} />
}

function BrokenCompany({ error }: ErrorComponentProps) {
  return <BrokenRecord table={companyGroups} error={error} />
}
