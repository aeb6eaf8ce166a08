import { createFileRoute, redirect } from '@tanstack/react-router'
import { SignInScreen } from '../screens/sign-in/sign-in-screen.tsx'
import { restored } from '../session/restored.ts'
import { useSession } from '../session/store.ts'
import { safePath } from '../session/wish.ts'

export const Route = createFileRoute('/login')({
  // Named even when it is nothing: what is left out here would stay as it came.
  validateSearch: (search): { redirect?: string | undefined } => ({ redirect: safePath(search.redirect) }),
  beforeLoad: async () => {
    await restored
    if (useSession.getState().isAuthenticated) throw redirect({ to: '/operational_dashboard', replace: true })
  },
  component: Login,
})

function Login() {
  const { redirect: wish } = Route.useSearch()
  return <SignInScreen wish={wish} />
}
