import { createFileRoute, redirect } from '@tanstack/react-router'
import { isBarred } from '../kit/guards.ts'
import { SignedIn } from '../kit/signed-in.tsx'
import { toastUnauthorized } from '../kit/toast.ts'
import { SignInAgain } from '../screens/sign-in/again.tsx'
import { hasEnded } from '../session/ending.ts'
import { phaseOf } from '../session/phase.ts'
import { restored } from '../session/restored.ts'
import { signInAddress } from '../session/return-path.ts'
import { useSession } from '../session/store.ts'

export const Route = createFileRoute('/_app')({
  beforeLoad: async ({ location, preload }) => {
    await restored
    if (phaseOf(useSession.getState()) === 'signed-out') {
      if (!hasEnded()) window.location.replace(signInAddress(location.href))
      // Until the sign-in page is there, nothing is shown.
      await new Promise<never>(() => undefined)
    }
    if (isBarred(location.pathname)) {
      // Only pointed at, not gone to.
      if (!preload) toastUnauthorized()
      throw redirect({ to: '/', replace: true })
    }
  },
  component: () => (
    <SignedIn>
      <SignInAgain />
    </SignedIn>
  ),
  // Not a chunk of its own, because every signed-in screen needs it.
  codeSplitGroupings: [],
})
