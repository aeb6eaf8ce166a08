import { transactionCodes } from '@backoffice/contract/tables/transaction_codes'
import { createFileRoute, type ErrorComponentProps } from '@tanstack/react-router'
import { BrokenRecord } from '../../kit/record/broken-record.tsx'
import { recordQuery } from '../../kit/record/record-queries.ts'
import { RecordScreen } from '../../kit/record/record-screen.tsx'
import { prefetch } from '../../net/query-client.ts'

export const Route = createFileRoute('/_app/glass/transaction_code/$id')({
  staticData: { parent: '/glass/transaction_code' },
  // Not while the pointer only passes over the rows of the list.
  loader: ({ params, cause }) => {
    if (cause !== 'preload') prefetch(recordQuery(transactionCodes, params.id))
  },
  component: TransactionCode,
  errorComponent: BrokenTransactionCode,
})

function TransactionCode() {
  const { id } = Route.useParams()
  const { tab } = Route.useSearch()
  return <RecordScreen table={transactionCodes} id={id} tab={tab} />
}

function BrokenTransactionCode({ error }: ErrorComponentProps) {
  return <BrokenRecord table={transactionCodes} error={error} />
}
