import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { followBuilds, loadNewBuild } from './builds/build-updates.ts'
import { config } from './config.ts'
import { isBusy } from './kit/busy.ts'
import { isLeavingAsked, releaseForms } from './kit/form/dirty.ts'
import { LastResort } from './kit/last-resort.tsx'
import { restoreTheme } from './kit/theme.ts'
import { router } from './router.tsx'
import { keepPageWhile, onSessionEnd } from './session/ending.ts'
import { followIdleness } from './session/idleness.ts'
import { signInAddress } from './session/return-path.ts'
import { followSession } from './session/upkeep.ts'
import './ui/base.css'

document.getElementById('waiting')?.remove()
restoreTheme()
followSession()
followIdleness(config().lockAfterMs)
followBuilds({ intervalMs: config().buildCheckMs, isBusy })
router.subscribe('onBeforeNavigate', loadNewBuild)

keepPageWhile(isLeavingAsked)
onSessionEnd((ending) => {
  // Whether to leave is no question then, least of all the browser's own.
  releaseForms()
  if (ending === 'replaced') return location.reload()
  // Another page: nothing of this person's stays in memory. Signed out on purpose, the next one starts afresh;
  // thrown out, one comes back to where one was.
  location.replace(signInAddress(ending === 'expired' ? router.state.location.href : undefined))
})

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root element.')
createRoot(root).render(
  <StrictMode>
    <LastResort>
      <RouterProvider router={router} />
    </LastResort>
  </StrictMode>,
)
