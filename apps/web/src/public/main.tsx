import { createRoot, hydrateRoot } from 'react-dom/client'
import { restoreTheme } from '../kit/theme.ts'
import '../ui/base.css'
import { payloadOfPage } from './payload.ts'
import { PublicApp } from './public-app.tsx'
import { publicScreen } from './screens.ts'

restoreTheme()

const root = document.getElementById('root')
const Screen = await publicScreen(location.pathname)
if (!root || !Screen) throw new Error('This page is none of the public screens.')
const payload = payloadOfPage()
const app = <PublicApp first={{ Screen, payload }} />
// While developing, nothing is prerendered.
if (root.firstElementChild) hydrateRoot(root, app)
else createRoot(root).render(app)

// The page is usable. Now fetch what comes after sign-in, while nobody waits.
setTimeout(() => {
  for (const href of payload.ahead)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'prefetch', href }))
}, 1000)
