import { createFileRoute } from '@tanstack/react-router'
import { SignedIn } from '../kit/signed-in.tsx'
import { wasSignedOut } from '../session/ending.ts'
import { restored } from '../session/restored.ts'
import { signInAddress } from '../session/return-path.ts'
import { useSession } from '../session/store.ts'

export const Route = createFileRoute('/_app')({
  beforeLoad: async ({ location }) => {
    await restored
    if (useSession.getState().isAuthenticated) return
    window.location.replace(signInAddress(wasSignedOut() ? undefined : location.href))
    // Until the sign-in page is there, nothing is shown.
    await new Promise<never>(() => undefined)
  },
  component: SignedIn,
  // Not a chunk of its own, because every signed-in screen needs it.
  codeSplitGroupings: [],
})
