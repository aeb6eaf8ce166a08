import { Suspense, useEffect } from 'react'
import { useSession } from '../session/store.ts'
import { clear, onOtherPerson } from './notifications/notifications.ts'
import { hostIsReady, loadToasts, useToastLibrary } from './toast.ts'

/** Signed in, the first toast is never far: its code is fetched this long after the screen. */
const AHEAD_AFTER_MS = 3000

/** After the effects of the container beside it. */
function Announce() {
  useEffect(() => {
    const timer = setTimeout(hostIsReady)
    return () => clearTimeout(timer)
  }, [])
  return null
}

/** Once in every page, outside its screens. */
export function Toasts() {
  const library = useToastLibrary((state) => state.library)
  const signedIn = useSession((session) => session.isAuthenticated)
  useEffect(() => onOtherPerson(clear), [])
  useEffect(() => {
    if (!signedIn) return
    const timer = setTimeout(() => void loadToasts(), AHEAD_AFTER_MS)
    return () => clearTimeout(timer)
  }, [signedIn])
  if (!library) return null
  // Its stylesheet suspends until it has loaded: without this boundary the whole page would be taken away meanwhile.
  return (
    <Suspense>
      <library.ToastHost />
      <Announce />
    </Suspense>
  )
}
