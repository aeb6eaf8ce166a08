import { tenders } from '@backoffice/contract/tables/tenders'
import { createFileRoute, type ErrorComponentProps } from '@tanstack/react-router'
import { BrokenRecord } from '../../kit/record/broken-record.tsx'
import { recordQuery } from '../../kit/record/record-queries.ts'
import { RecordScreen } from '../../kit/record/record-screen.tsx'
import { prefetch } from '../../net/query-client.ts'

export const Route = createFileRoute('/_app/lookup/tenders/$id')({
  staticData: { parent: '/lookup/tenders' },
  // Not while the pointer only passes over the rows of the list.
  loader: ({ params, cause }) => {
    if (cause !== 'preload') prefetch(recordQuery(tenders, params.id))
  },
  component: Tender,
  errorComponent: BrokenTender,
})

function Tender() {
  const { id } = Route.useParams()
  const { tab } = Route.useSearch()
  return <RecordScreen table={tenders} id={id} tab={tab} />
}

function BrokenTender({ error }: ErrorComponentProps) {
  return <BrokenRecord table={tenders} error={error} />
}
