import { establishments } from '@backoffice/contract/tables/establishments'
import { createFileRoute, type ErrorComponentProps } from '@tanstack/react-router'
import { BrokenRecord } from '../../kit/record/broken-record.tsx'
import { recordQuery } from '../../kit/record/record-queries.ts'
import { RecordScreen } from '../../kit/record/record-screen.tsx'
import { prefetch } from '../../net/query-client.ts'

export const Route = createFileRoute('/_app/glass/establishment/$id')({
  staticData: { parent: '/glass/establishment' },
  // Not while the pointer only passes over the rows of the list.
  loader: ({ params, cause }) => {
    if (cause !== 'preload') prefetch(recordQuery(establishments, params.id))
  },
  component: Establishment,
  errorComponent: BrokenEstablishment,
})

function Establishment() {
  const { id } = Route.useParams()
  const { tab } = Route.useSearch()
  return <RecordScreen table={establishments} id={id} tab={tab} />
}

function BrokenEstablishment({ error }: ErrorComponentProps) {
  return <BrokenRecord table={establishments} error={error} />
}
