import { createFileRoute, redirect } from '@tanstack/react-router'
import { LiveUpdates } from '../files/live-updates.ts'
import { isBarred } from '../kit/guards.ts'
import { PaletteHost } from '../kit/palette/palette-host.tsx'
import { requireSession } from '../kit/require-session.ts'
import { SignedIn } from '../kit/signed-in.tsx'
import { toastUnauthorized } from '../kit/toast.ts'
import { Reauthenticate } from '../screens/sign-in/reauthenticate.tsx'

const loadPalette = async () => (await import('../files/palette.tsx')).FilesPalette

export const Route = createFileRoute('/_app')({
  beforeLoad: async ({ location, preload }) => {
    await requireSession(location, preload)
    if (isBarred(location.pathname)) {
      // Only pointed at, not gone to.
      if (!preload) toastUnauthorized()
      throw redirect({ to: '/', replace: true })
    }
  },
  component: () => (
    <SignedIn>
      <LiveUpdates />
      <PaletteHost load={loadPalette} />
      <Reauthenticate />
    </SignedIn>
  ),
  // Not a chunk of its own, because every signed-in screen needs it.
  codeSplitGroupings: [],
})
