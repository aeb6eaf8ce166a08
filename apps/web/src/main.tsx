import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { followBuilds, loadNewBuild } from './builds/build-updates.ts'
import { config } from './config.ts'
import { RootErrorBoundary } from './kit/error-view.tsx'
import { isAnyFormDirty, isLeavingAsked, onLeavingAskedChange, releaseForms } from './kit/form/dirty.ts'
import { restoreTheme } from './kit/theme.ts'
import { isWriting } from './kit/use-write.ts'
import { pause } from './net/backoff.ts'
import { isReachable } from './net/connectivity.ts'
import { queryClient } from './net/query-client.ts'
import { router } from './router.tsx'
import { startIdleLock } from './session/idle-lock.ts'
import { goToSignIn } from './session/return-path.ts'
import { holdScreenLock, restoreSession, startSessionRefresh } from './session/session-refresh.ts'
import { isUnintended } from './session/session-state.ts'
import { onSessionEnd } from './session/sign-out.ts'
import { dispatch, useSession } from './session/store.ts'
import './ui/base.css'

/** A skeleton shown for less than this costs more to render than it is worth. */
const SKELETON_AFTER_MS = 150
/** A page with a frame shows a skeleton already. After this the screen can be used, with or without its data. */
const FRAME_UNTIL_MS = 500

/** Resolves once what the screen has asked for has arrived. The screen reports what fails. */
async function untilQueried(): Promise<void> {
  await Promise.allSettled(
    queryClient
      .getQueryCache()
      .getAll()
      .map(({ promise }) => promise),
  )
}

/** A reload would lose something, or reach no server. */
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
followBuilds({ intervalMs: config().buildCheckMs, isBusy: isReloadBlocked })
router.subscribe('onBeforeNavigate', loadNewBuild)

onLeavingAskedChange(() => dispatch({ type: 'unsaved-changes', hasUnsavedChanges: isLeavingAsked() }))
onSessionEnd((end) => {
  // Without a session nothing can be saved: leaving asks no question, the browser's own included.
  releaseForms()
  if (end === 'replaced') return location.reload()
  // Loads a page, so that nothing of this user stays in memory. Only after an unintended end sign-in leads back here.
  const reason = end !== 'signed-out' && useSession.getState().restoring !== 'token' ? end : undefined
  goToSignIn(isUnintended(end) ? router.state.location.href : undefined, reason)
})

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root element.')
const hasFrame = root.firstElementChild !== null
// The guards decide before a reply to the restored session can end it.
const routed = router.load().catch(() => undefined)
// Ends the task in which the modules were evaluated: the frame is painted and input handled before the next.
await pause(0)
// Mostly preloaded: rendered once instead of with a skeleton first.
const loaded = routed.then(untilQueried)
if (hasFrame) await routed.then(() => Promise.race([loaded, pause(FRAME_UNTIL_MS)]))
else await Promise.race([loaded, pause(SKELETON_AFTER_MS)])
document.getElementById('waiting')?.remove()
createRoot(root).render(
  <StrictMode>
    <RootErrorBoundary>
      <RouterProvider router={router} />
    </RootErrorBoundary>
  </StrictMode>,
)
