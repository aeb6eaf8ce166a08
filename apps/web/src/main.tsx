import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api/query-client.ts'
import { applyTheme } from './kit/theme.ts'
import { router } from './router.tsx'
import { onSessionEnd } from './session/ending.ts'
import { followSession } from './session/session.ts'
import { safePath } from './session/wish.ts'
import './ui/base.css'

applyTheme()
followSession()

onSessionEnd((ending) => {
  queryClient.clear()
  // Signed out on purpose, the next person starts afresh; thrown out, one comes back to where one was.
  const wish = ending === 'expired' ? safePath(router.state.location.href) : undefined
  void router.navigate({ to: '/login', search: wish ? { redirect: wish } : {}, replace: true })
})

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root element.')
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
)
