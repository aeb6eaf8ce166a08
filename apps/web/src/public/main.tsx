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

// The page is usable. Now fetch what comes after sign-in, while nobody waits. The stylesheet is put to use, for
// the page has only its own part of it.
setTimeout(() => {
  for (const href of payload.ahead) {
    const rel = href.endsWith('.css') ? 'stylesheet' : 'prefetch'
    document.head.append(Object.assign(document.createElement('link'), { rel, href }))
  }
}, 1000)
