import { tenders } from '@backoffice/contract/tables/tenders'
import { createFileRoute, type ErrorComponentProps } from '@tanstack/react-router'
import { BrokenRecord } from '../../kit/record/broken-record.tsx'
import { CreateScreen } from '../../kit/record/create-screen.tsx'
import { backOf, fillOf } from '../../kit/record/record-links.ts'

export const Route = createFileRoute('/_app/lookup/tenders/create')({
  staticData: { parent: '/lookup/tenders' },
  component: CreateTender,
  errorComponent: BrokenTender,
})

function CreateTender() {
  const search = Route.useSearch()
  return <CreateScreen table={tenders} from={search.from} fill={fillOf(search)} back={backOf(search)} />
}

function BrokenTender({ error }: ErrorComponentProps) {
  return <BrokenRecord table={tenders} error={error} />
}
