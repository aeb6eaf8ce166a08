import { createRootRoute, Outlet } from '@tanstack/react-router'
import { NavigationBar } from '../kit/loading-bar/navigation-bar.tsx'
import { Toasts } from '../kit/toasts.tsx'

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
