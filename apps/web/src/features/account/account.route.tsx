import { createFileRoute } from '@tanstack/react-router'
import { prefetch } from '../../net/query-client.ts'
import { FILES } from '../files/tracked/files-list.tsx'
import { INQUIRIES } from '../inquiries/inquiries-list.tsx'
import { AccountScreen } from './account-screen.tsx'
import { sessionsQuery } from './account-security.ts'

export const Route = createFileRoute('/_app/account')({
  // Not awaited, because the screen shows its own loading and error states.
  loader: () => prefetch(sessionsQuery),
  component: () => <AccountScreen lists={[FILES, INQUIRIES]} />,
})
