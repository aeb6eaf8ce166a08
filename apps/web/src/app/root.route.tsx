import { createRootRoute, Outlet } from '@tanstack/react-router'
import { Toasts } from '../kit/feedback/toasts.tsx'
import { NavigationBar } from '../kit/shell/navigation-bar.tsx'

export const Route = createRootRoute({ component: Root })

function Root() {
  return (
    <>
      <NavigationBar />
      <Outlet />
      <Toasts />
    </>
  )
}
