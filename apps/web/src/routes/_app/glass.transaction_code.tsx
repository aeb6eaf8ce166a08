import { createFileRoute } from '@tanstack/react-router'
import { requirePermission } from '../../kit/guards.ts'
import { listParams } from '../../kit/list/list-params.ts'
import { recordParams } from '../../kit/record/record-links.ts'
import { loadTransactionCodes, TransactionCodesScreen } from '../../screens/lookup/transaction-codes-list.tsx'

export const Route = createFileRoute('/_app/glass/transaction_code')({
  staticData: { keys: 'g x' },
  validateSearch: (params) => ({ ...listParams(params), ...recordParams(params) }),
  beforeLoad: () => requirePermission('glass-transaction-code:view'),
  loaderDeps: ({ search }) => search,
  // Waits for no reply: it is only asked for, the screen reports what fails.
  loader: ({ deps }) => loadTransactionCodes(deps),
  component: TransactionCodesScreen,
})
