import { createFileRoute } from '@tanstack/react-router'
import { sessionsQuery } from '../../api/account.ts'
import { queryClient } from '../../api/query-client.ts'
import { AccountScreen } from '../../screens/account/account-screen.tsx'

export const Route = createFileRoute('/_app/account')({
  loader: () => {
    void queryClient.prefetchQuery(sessionsQuery)
  },
  component: AccountScreen,
})
