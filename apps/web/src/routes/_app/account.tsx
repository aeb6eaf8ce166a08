import { createFileRoute } from '@tanstack/react-router'
import { FILES } from '../../features/files/tracked/files-list.tsx'
import { prefetch } from '../../net/query-client.ts'
import { AccountScreen } from '../../screens/account/account-screen.tsx'
import { sessionsQuery } from '../../screens/account/account-security.ts'
import { INQUIRIES } from '../../screens/inquiry/inquiries-list.tsx'

export const Route = createFileRoute('/_app/account')({
  // Not awaited: the screen shows its own loading and error states.
  loader: () => prefetch(sessionsQuery),
  component: () => <AccountScreen lists={[FILES, INQUIRIES]} />,
})
