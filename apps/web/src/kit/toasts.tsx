import { lazy, Suspense, useEffect } from 'react'
import { useSession } from '../session/store.ts'
import { clear, onOtherPerson } from './notifications/notifications.ts'
import { hostIsThere, useToastsWanted } from './toast.ts'

/** Without the library there are no toasts, but everything else. */
const load = () =>
  import('./toast-library.tsx').then(
    ({ ToastHost }) => ({ default: ToastHost }),
    () => ({ default: () => <></> }),
  )
const ToastHost = lazy(load)

/** After the effects of the container beside it. */
function Announce() {
  useEffect(() => {
    const timer = setTimeout(hostIsThere)
    return () => clearTimeout(timer)
  }, [])
  return null
}

/** Once in every page, outside its screens. */
export function Toasts() {
  const wanted = useToastsWanted((state) => state.wanted)
  const signedIn = useSession((session) => session.isAuthenticated)
  useEffect(() => onOtherPerson(clear), [])
  useEffect(() => {
    if (!signedIn) return
    const timer = setTimeout(() => void load(), 3000)
    return () => clearTimeout(timer)
  }, [signedIn])
  if (!wanted) return null
  return (
    <Suspense>
      <ToastHost />
      <Announce />
    </Suspense>
  )
}
