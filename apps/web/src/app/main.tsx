import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { prefetchFiles } from '../boot/prefetch-files.ts'
import { requestAccessOnDemand } from '../features/access/requests/on-demand.ts'
import { setUpAuthenticatorOnDemand } from '../features/account/on-demand.ts'
import { requestApprovalOnDemand } from '../features/approvals/requests/on-demand.ts'
import { confirmIdentityOnDemand } from '../features/recent-sign-in/on-demand.ts'
import { Forbidden } from '../kit/access/guards.ts'
import { RootErrorBoundary } from '../kit/feedback/error-view.tsx'
import {
  isAnyFormDirty,
  needsLeaveConfirmation,
  onLeaveConfirmationChange,
  releaseForms,
} from '../kit/form/dirty.ts'
import { isWriting } from '../kit/form/use-write.ts'
import { restoreTheme } from '../kit/preferences/theme.ts'
import { pause } from '../net/backoff.ts'
import { followBuilds, loadNewBuild } from '../net/builds/build-updates.ts'
import { config } from '../net/config.ts'
import { isReachable } from '../net/connectivity.ts'
import { queryClient } from '../net/query-client.ts'
import { startIdleLock } from '../session/idle-lock.ts'
import { goToSignIn } from '../session/return-path.ts'
import { holdScreenLock, restoreSession, startSessionRefresh } from '../session/session-refresh.ts'
import { isUnintended } from '../session/session-state.ts'
import { onSessionEnd } from '../session/sign-out.ts'
import { dispatch, useSession } from '../session/store.ts'
import { router } from './router.tsx'
import '../ui/base.css'

/** Delay before a skeleton is rendered. */
const SKELETON_AFTER_MS = 150
/** Lets the screen's own calls go first. */
const PREFETCH_AFTER_MS = 2_000
/** Longest wait for data on a page whose frame already shows a skeleton. */
const FRAME_UNTIL_MS = 500

/** Resolves when the queries of the screen have settled. The screen reports their errors. */
async function untilQueried(): Promise<void> {
  await Promise.allSettled(
    queryClient
      .getQueryCache()
      .getAll()
      .map(({ promise }) => promise),
  )
}

/** True if a reload would lose changes or could not reach the server. */
const isReloadBlocked = () =>
  isAnyFormDirty() ||
  !isReachable() ||
  isWriting() ||
  // Set by an upload in progress.
  window.onbeforeunload !== null

restoreTheme()
startSessionRefresh()
void restoreSession().then(holdScreenLock)
startIdleLock(config().lockAfterMs)
confirmIdentityOnDemand()
setUpAuthenticatorOnDemand()
const openPath = (path: string) => void router.navigate({ href: path })
requestApprovalOnDemand(openPath)
requestAccessOnDemand(openPath)
followBuilds({ intervalMs: config().buildCheckMs, isBusy: isReloadBlocked })
router.subscribe('onBeforeNavigate', loadNewBuild)

onLeaveConfirmationChange(() =>
  dispatch({ type: 'unsaved-changes', hasUnsavedChanges: needsLeaveConfirmation() }),
)
onSessionEnd((end, email) => {
  // Without a session nothing can be saved, so leaving needs no confirmation.
  releaseForms()
  if (end === 'replaced') return location.reload()
  // Loads a page to clear this user's data from memory. Only after an unintended end does sign-in return here, and say
  // why, unless the session was only being restored.
  const reason = end === 'signed-out' || useSession.getState().restoring ? undefined : end
  const isKept = isUnintended(end)
  goToSignIn(isKept ? router.state.location.href : undefined, reason, isKept ? email : undefined)
})

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root element.')
const hasFrame = root.firstElementChild !== null
// The guards decide before a reply to the restored session can end it.
const routed = router.load().catch(() => undefined)
// Ends the current task, so that the browser paints the frame and handles input first.
await pause(0)
// Preloaded data usually arrives in time to render without a skeleton.
const loaded = routed.then(untilQueried)
if (hasFrame) await routed.then(() => Promise.race([loaded, pause(FRAME_UNTIL_MS)]))
else await Promise.race([loaded, pause(SKELETON_AFTER_MS)])
document.getElementById('waiting')?.remove()
const application = (
  <StrictMode>
    <RootErrorBoundary>
      <RouterProvider router={router} />
    </RootErrorBoundary>
  </StrictMode>
)
/** A refusal is a screen like others; any other error is logged, as by default. */
const onCaughtError = (error: unknown) => {
  if (!(error instanceof Forbidden)) console.error(error)
}
// A transition renders in slices, between which the page handles input.
startTransition(() => createRoot(root, { onCaughtError }).render(application))

// The development server has no such list.
const ahead = document.getElementById('ahead')?.textContent
// The build writes it.
if (ahead) setTimeout(() => prefetchFiles(JSON.parse(ahead) as string[]), PREFETCH_AFTER_MS)
