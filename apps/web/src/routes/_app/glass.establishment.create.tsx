import { establishments } from '@backoffice/contract/tables/establishments'
import { createFileRoute, type ErrorComponentProps } from '@tanstack/react-router'
import { BrokenRecord } from '../../kit/record/broken-record.tsx'
import { CreateScreen } from '../../kit/record/create-screen.tsx'

export const Route = createFileRoute('/_app/glass/establishment/create')({
  staticData: { parent: '/glass/establishment' },
  component: CreateEstablishment,
  errorComponent: BrokenEstablishment,
})

function CreateEstablishment() {
  const { from } = Route.useSearch()
  return <CreateScreen table={establishments} from={from} />
}

function BrokenEstablishment({ error }: ErrorComponentProps) {
  return <BrokenRecord table={establishments} error={error} />
}
