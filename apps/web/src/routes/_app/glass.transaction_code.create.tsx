import { transactionCodes } from '@backoffice/contract/tables/transaction_codes'
import { createFileRoute, type ErrorComponentProps } from '@tanstack/react-router'
import { BrokenRecord } from '../../kit/record/broken-record.tsx'
import { CreateScreen } from '../../kit/record/create-screen.tsx'

export const Route = createFileRoute('/_app/glass/transaction_code/create')({
  staticData: { parent: '/glass/transaction_code' },
  component: CreateTransactionCode,
  errorComponent: BrokenTransactionCode,
})

function CreateTransactionCode() {
  const { from } = Route.useSearch()
  return <CreateScreen table={transactionCodes} from={from} />
}

function BrokenTransactionCode({ error }: ErrorComponentProps) {
  return <BrokenRecord table={transactionCodes} error={error} />
}
