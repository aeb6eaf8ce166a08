import { createFileRoute } from '@tanstack/react-router'
import { AccountScreen } from '../../features/account/account-screen.tsx'
import { sessionsQuery } from '../../features/account/account-security.ts'
import { FILES } from '../../features/files/tracked/files-list.tsx'
import { INQUIRIES } from '../../features/inquiries/inquiries-list.tsx'
import { prefetch } from '../../net/query-client.ts'

export const Route = createFileRoute('/_app/account')({
  // Not awaited: the screen shows its own loading and error states.
  loader: () => prefetch(sessionsQuery),
  component: () => <AccountScreen lists={[FILES, INQUIRIES]} />,
})
