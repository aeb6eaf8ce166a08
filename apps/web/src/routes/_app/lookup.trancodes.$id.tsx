import { trancodes } from '@backoffice/contract/tables/trancodes'
import { createFileRoute, type ErrorComponentProps } from '@tanstack/react-router'
import { BrokenRecord } from '../../kit/record/broken-record.tsx'
import { recordQuery } from '../../kit/record/record-queries.ts'
import { RecordScreen } from '../../kit/record/record-screen.tsx'
import { prefetch } from '../../net/query-client.ts'

export const Route = createFileRoute('/_app/lookup/trancodes/$id')({
  staticData: { parent: '/lookup/trancodes' },
  // Not while the pointer only passes over the rows of the list.
  loader: ({ params, cause }) => {
    if (cause !== 'preload') prefetch(recordQuery(trancodes, params.id))
  },
  component: Trancode,
  errorComponent: BrokenTrancode,
})

function Trancode() {
  const { id } = Route.useParams()
  const { tab } = Route.useSearch()
  return <RecordScreen table={trancodes} id={id} tab={tab} />
}

function BrokenTrancode({ error }: ErrorComponentProps) {
  return <BrokenRecord table={trancodes} error={error} />
}
