import { createRoot, hydrateRoot } from 'react-dom/client'
import { followNetwork } from '../api/reachable.ts'
import { followBuilds } from '../builds/build-updates.ts'
import { config } from '../config.ts'
import { isAnyFormDirty } from '../kit/form/dirty.ts'
import { restoreTheme } from '../kit/theme.ts'
import { hasStoredSession } from '../session/store.ts'
import '../ui/base.css'
import { watchFilledIn } from './filled-in.ts'
import { payloadOfPage } from './payload.ts'
import { PublicApp } from './public-app.tsx'
import { publicScreen } from './screens.ts'

/** Fetching ahead waits this long: whoever reads or types is not to be held up by it. */
const AHEAD_AFTER_MS = 1000

document.getElementById('waiting')?.remove()
restoreTheme()
followNetwork()
followBuilds({ intervalMs: config().buildCheckMs, isBusy: isAnyFormDirty })

const root = document.getElementById('root')
const Screen = await publicScreen(location.pathname)
if (!root || !Screen) throw new Error('This page is none of the public screens.')
const payload = payloadOfPage()
const app = <PublicApp first={{ Screen, payload }} onListening={watchFilledIn(root)} />
// While developing, nothing is prerendered.
if (root.firstElementChild) hydrateRoot(root, app)
else createRoot(root).render(app)

// The page needs nobody signed in: their session is restored beside it, by code that no other visitor loads.
if (hasStoredSession())
  import('../session/session-refresh.ts').then(
    ({ startSessionRefresh, restoreSession }) => {
      startSessionRefresh()
      void restoreSession()
    },
    // The next page restores it.
    () => undefined,
  )

// What comes after sign-in.
setTimeout(() => {
  for (const href of payload.ahead)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'prefetch', href }))
}, AHEAD_AFTER_MS)
