import { trancodes } from '@backoffice/contract/tables/trancodes'
import { createFileRoute, type ErrorComponentProps } from '@tanstack/react-router'
import { BrokenRecord } from '../../kit/record/broken-record.tsx'
import { CreateScreen } from '../../kit/record/create-screen.tsx'
import { backOf, fillOf } from '../../kit/record/record-links.ts'

export const Route = createFileRoute('/_app/lookup/trancodes/create')({
  staticData: { parent: '/lookup/trancodes' },
  component: CreateTrancode,
  errorComponent: BrokenTrancode,
})

function CreateTrancode() {
  const search = Route.useSearch()
  return <CreateScreen table={trancodes} from={search.from} fill={fillOf(search)} back={backOf(search)} />
}

function BrokenTrancode({ error }: ErrorComponentProps) {
  return <BrokenRecord table={trancodes} error={error} />
}
