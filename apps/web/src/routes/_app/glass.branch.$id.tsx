import { branches } from '@backoffice/contract/tables/branches'
import { createFileRoute, type ErrorComponentProps } from '@tanstack/react-router'
import { BrokenRecord } from '../../kit/record/broken-record.tsx'
import { recordQuery } from '../../kit/record/record-queries.ts'
import { RecordScreen } from '../../kit/record/record-screen.tsx'
import { prefetch } from '../../net/query-client.ts'

export const Route = createFileRoute('/_app/glass/branch/$id')({
  staticData: { parent: '/glass/branch' },
  // Not while the pointer only passes over the rows of the list.
  loader: ({ params, cause }) => {
    if (cause !== 'preload') prefetch(recordQuery(branches, params.id))
  },
  component: Branch,
  errorComponent: BrokenBranch,
})

function Branch() {
  const { id } = Route.useParams()
  const { tab } = Route.useSearch()
  return <RecordScreen table={branches} id={id} tab={tab} />
}

function BrokenBranch({ error }: ErrorComponentProps) {
  return <BrokenRecord table={branches} error={error} />
}
