import { createFileRoute, redirect } from '@tanstack/react-router'
import { SignedIn } from '../kit/signed-in.tsx'
import { restored } from '../session/restored.ts'
import { useSession } from '../session/store.ts'
import { safePath } from '../session/wish.ts'

export const Route = createFileRoute('/_app')({
  beforeLoad: async ({ location }) => {
    await restored
    if (useSession.getState().isAuthenticated) return
    const wish = safePath(location.href)
    throw redirect({ to: '/login', search: wish ? { redirect: wish } : {}, replace: true })
  },
  component: SignedIn,
})
