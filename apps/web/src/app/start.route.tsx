import { createFileRoute, redirect } from '@tanstack/react-router'
import { startPath } from '../kit/navigation/navigation.ts'
import { requireSession } from '../kit/shell/require-session.ts'
import { useSession } from '../session/store.ts'

export const Route = createFileRoute('/')({
  beforeLoad: async ({ location, preload }) => {
    // The start screen depends on the access.
    await requireSession(location, preload)
    throw redirect({ to: startPath(useSession.getState().auth.userDetails), replace: true })
  },
})
