import { paymentMethods } from '@backoffice/contract/tables/payment_methods'
import { createFileRoute, type ErrorComponentProps } from '@tanstack/react-router'
import { BrokenRecord } from '../../kit/record/broken-record.tsx'
import { CreateScreen } from '../../kit/record/create-screen.tsx'

export const Route = createFileRoute('/_app/glass/payment_method/create')({
  staticData: { parent: '/glass/payment_method' },
  component: CreatePaymentMethod,
  errorComponent: BrokenPaymentMethod,
})

function CreatePaymentMethod() {
  const { from } = Route.useSearch()
  return <CreateScreen table={paymentMethods} from={from} />
}

function BrokenPaymentMethod({ error }: ErrorComponentProps) {
  return <BrokenRecord table={paymentMethods} error={error} />
}
