import { paymentMethods } from '@backoffice/contract/tables/payment_methods'
import { createFileRoute, type ErrorComponentProps } from '@tanstack/react-router'
import { BrokenRecord } from '../../kit/record/broken-record.tsx'
import { recordQuery } from '../../kit/record/record-queries.ts'
import { RecordScreen } from '../../kit/record/record-screen.tsx'
import { prefetch } from '../../net/query-client.ts'

export const Route = createFileRoute('/_app/glass/payment_method/$id')({
  staticData: { parent: '/glass/payment_method' },
  // Not while the pointer only passes over the rows of the list.
  loader: ({ params, cause }) => {
    if (cause !== 'preload') prefetch(recordQuery(paymentMethods, params.id))
  },
  component: PaymentMethod,
  errorComponent: BrokenPaymentMethod,
})

function PaymentMethod() {
  const { id } = Route.useParams()
  const { tab } = Route.useSearch()
  return <RecordScreen table={paymentMethods} id={id} tab={tab} />
}

function BrokenPaymentMethod({ error }: ErrorComponentProps) {
  return <BrokenRecord table={paymentMethods} error={error} />
}
