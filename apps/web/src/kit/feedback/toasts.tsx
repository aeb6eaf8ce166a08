import { useEffect } from 'react'
import { useSession } from '../../session/store.ts'
import { clearNotifications, onUserChange } from '../notifications/notifications.ts'
import { hostIsReady, loadToasts, useToastLibrary } from './toast.ts'

/** Delay of loading the toasts' code for a signed-in user. */
const PREFETCH_AFTER_MS = 3000

/** Its effect runs after the container's effects. */
function SignalReady() {
  useEffect(() => {
    const timer = setTimeout(hostIsReady)
    return () => clearTimeout(timer)
  }, [])
  return null
}

/** The toasts of a page, outside its screens. */
export function Toasts() {
  const library = useToastLibrary((state) => state.library)
  const isSignedIn = useSession((session) => session.isAuthenticated)
  useEffect(() => onUserChange(clearNotifications), [])
  useEffect(() => {
    if (!isSignedIn) return
    const timer = setTimeout(() => void loadToasts(), PREFETCH_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isSignedIn])
  if (!library) return null
  return (
    <>
      <library.ToastHost />
      <SignalReady />
    </>
  )
}
