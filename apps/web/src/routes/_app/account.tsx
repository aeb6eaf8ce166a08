import { createFileRoute } from '@tanstack/react-router'
import { queryClient } from '../../net/query-client.ts'
import { AccountScreen } from '../../screens/account/account-screen.tsx'
import { FILES_TABLE } from '../../screens/inquiry/files-table.tsx'
import { INQUIRIES_TABLE } from '../../screens/inquiry/inquiries-table.tsx'

export const Route = createFileRoute('/_app/account')({
  loader: () => {
    // With the code of the screen, which only it needs; what fails is asked for again by the screen.
    import('../../screens/account/account-security.ts').then(
      ({ sessionsQuery }) => queryClient.prefetchQuery(sessionsQuery),
      () => undefined,
    )
  },
  component: () => <AccountScreen tables={[FILES_TABLE, INQUIRIES_TABLE]} />,
})
