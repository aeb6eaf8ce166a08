import { createFileRoute } from '@tanstack/react-router'
import { requirePermission } from '../../kit/guards.ts'
import { listParams } from '../../kit/list/list-params.ts'
import { recordParams } from '../../kit/record/record-links.ts'
import { loadPaymentMethods, PaymentMethodsScreen } from '../../screens/lookup/payment-methods-list.tsx'

export const Route = createFileRoute('/_app/glass/payment_method')({
  staticData: { keys: 'g m' },
  validateSearch: (params) => ({ ...listParams(params), ...recordParams(params) }),
  beforeLoad: () => requirePermission('glass-payment-method:view'),
  loaderDeps: ({ search }) => search,
  // Waits for no reply: it is only asked for, the screen reports what fails.
  loader: ({ deps }) => loadPaymentMethods(deps),
  component: PaymentMethodsScreen,
})
