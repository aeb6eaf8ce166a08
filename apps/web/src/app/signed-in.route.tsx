import { createFileRoute } from '@tanstack/react-router'
import { LiveUpdates } from '../features/files/tracked/file-stream.ts'
import { UploadIndicator } from '../features/files/tracked/upload/upload-indicator.tsx'
import { Reauthenticate } from '../features/sign-in/reauthenticate.tsx'
import { PaletteHost } from '../kit/palette/palette-host.tsx'
import { Deferred } from '../kit/shell/deferred.tsx'
import { requireSession } from '../kit/shell/require-session.ts'
import { SignedIn } from '../kit/shell/signed-in.tsx'

const loadCounts = async () => (await import('./sidebar-counts.tsx')).SidebarCounts
const loadPalette = async () => (await import('./palette/palette.tsx')).AppPalette

export const Route = createFileRoute('/_app')({
  beforeLoad: ({ location, preload }) => requireSession(location, preload),
  component: () => (
    <SignedIn status={<UploadIndicator />}>
      <LiveUpdates />
      <Deferred load={loadCounts} />
      <PaletteHost load={loadPalette} />
      <Reauthenticate />
    </SignedIn>
  ),
  // No separate chunk, because every signed-in screen needs this component.
  codeSplitGroupings: [],
})
