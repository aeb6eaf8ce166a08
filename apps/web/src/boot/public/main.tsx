import { createRoot, hydrateRoot } from 'react-dom/client'
import { isAnyFormDirty } from '../../kit/form/dirty.ts'
import { restoreTheme } from '../../kit/preferences/theme.ts'
import { followBuilds } from '../../net/builds/build-updates.ts'
import { config } from '../../net/config.ts'
import { watchNetwork } from '../../net/connectivity.ts'
import { hasStoredSession } from '../../session/store.ts'
import '../../ui/base.css'
import { payloadOfPage } from '../payload.ts'
import { prefetchFiles } from '../prefetch-files.ts'
import { recordInput } from './input-replay.ts'
import { PublicApp } from './public-app.tsx'
import { publicScreen } from './screens.ts'

/** Delay of the prefetch, so that it does not compete with reading and typing. */
const PREFETCH_AFTER_MS = 1000

document.getElementById('waiting')?.remove()
restoreTheme()
watchNetwork()
followBuilds({ intervalMs: config().buildCheckMs, isBusy: isAnyFormDirty })

const root = document.getElementById('root')
const Screen = await publicScreen(location.pathname)
if (!root || !Screen) throw new Error('This page is not a public screen.')
const payload = payloadOfPage()
const app = <PublicApp first={{ Screen, payload }} onHydrated={recordInput(root)} />
// The development server does not prerender.
if (root.firstElementChild) hydrateRoot(root, app)
else createRoot(root).render(app)

// Only visitors with a stored session load the code that restores it.
if (hasStoredSession())
  import('../../session/session-refresh.ts').then(
    ({ startSessionRefresh, restoreSession }) => {
      startSessionRefresh()
      void restoreSession()
    },
    // The next page load tries again.
    () => undefined,
  )

// Files of the first screen after sign-in.
setTimeout(() => prefetchFiles(payload.ahead), PREFETCH_AFTER_MS)
