import { tenders } from '@backoffice/contract/tables/tenders'
import { createFileRoute } from '@tanstack/react-router'
import { CreateScreen } from '../../kit/record/create-screen.tsx'

export const Route = createFileRoute('/_app/lookup/tenders/create')({
  staticData: { parent: '/lookup/tenders' },
  component: CreateTender,
})

function CreateTender() {
  const { from } = Route.useSearch()
  return <CreateScreen table={tenders} from={from} />
}
