import { createFileRoute, redirect } from '@tanstack/react-router'
import { redirectWithoutModule } from '../../kit/access/guards.ts'
import { firstTab } from '../../kit/navigation/navigation.ts'
import { useSession } from '../../session/store.ts'

/** Redirects to the first list that the user may view; without the module to the start screen. */
export const Route = createFileRoute('/_app/users/')({
  caseSensitive: true,
  beforeLoad: ({ preload }) => {
    redirectWithoutModule('Users', preload)
    const first = firstTab(useSession.getState().auth.userDetails, 'users')
    throw redirect({ to: first ?? '/users/users_list', replace: true })
  },
  codeSplitGroupings: [],
})
