import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api/query-client.ts'
import { followBuilds, loadNewBuild } from './builds/build-updates.ts'
import { config } from './config.ts'
import { isLeavingAsked, releaseForms } from './kit/form/dirty.ts'
import { isBusy } from './kit/reload-blockers.ts'
import { RootErrorBoundary } from './kit/root-error-boundary.tsx'
import { restoreTheme } from './kit/theme.ts'
import { pause } from './net/backoff.ts'
import { router } from './router.tsx'
import { startIdleLock } from './session/idle-lock.ts'
import { goToSignIn } from './session/return-path.ts'
import { holdScreenLock, isRestored, restoreSession, startSessionRefresh } from './session/session-refresh.ts'
import { isUnintended, keepPageWhile, onSessionEnd } from './session/sign-out.ts'
import './ui/base.css'

/** A skeleton that stands for less than this costs more to draw than it tells. */
const SKELETON_AFTER_MS = 150

/** Until the screen is known and what it reads has come. What fails is told by the screen. */
async function untilRead(): Promise<void> {
  await router.load().catch(() => undefined)
  await Promise.allSettled(
    queryClient
      .getQueryCache()
      .getAll()
      .map(({ promise }) => promise),
  )
}

restoreTheme()
startSessionRefresh()
void restoreSession().then(holdScreenLock)
startIdleLock(config().lockAfterMs)
followBuilds({ intervalMs: config().buildCheckMs, isBusy })
router.subscribe('onBeforeNavigate', loadNewBuild)

keepPageWhile(isLeavingAsked)
onSessionEnd((ending) => {
  // Whether to leave is no question then, least of all the browser's own.
  releaseForms()
  if (ending === 'replaced') return location.reload()
  // Another page: nothing of this person's stays in memory. Signed out on purpose, the next one starts afresh;
  // thrown out, one comes back to where one was.
  const reason = ending !== 'signed-out' && isRestored() ? ending : undefined
  goToSignIn(isUnintended(ending) ? router.state.location.href : undefined, reason)
})

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root element.')
// Asked for ahead of anything drawn, and mostly there by then: drawn once instead of twice.
await Promise.race([untilRead(), pause(SKELETON_AFTER_MS)])
document.getElementById('waiting')?.remove()
createRoot(root).render(
  <StrictMode>
    <RootErrorBoundary>
      <RouterProvider router={router} />
    </RootErrorBoundary>
  </StrictMode>,
)
