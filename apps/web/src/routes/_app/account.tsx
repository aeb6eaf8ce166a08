import { createFileRoute } from '@tanstack/react-router'
import { queryClient } from '../../net/query-client.ts'
import { AccountScreen } from '../../screens/account/account-screen.tsx'
import { FILES } from '../../screens/inquiry/files-list.tsx'
import { INQUIRIES } from '../../screens/inquiry/inquiries-list.tsx'

export const Route = createFileRoute('/_app/account')({
  loader: () => {
    // With the code of the screen, which only it needs; what fails is asked for again by the screen.
    import('../../screens/account/account-security.ts').then(
      ({ sessionsQuery }) => queryClient.prefetchQuery(sessionsQuery),
      () => undefined,
    )
  },
  component: () => <AccountScreen lists={[FILES, INQUIRIES]} />,
})
