import { lazy, Suspense, useEffect } from 'react'
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

export function Toasts() {
  const wanted = useToastsWanted((state) => state.wanted)
  useEffect(() => {
    const timer = setTimeout(() => void load(), 3000)
    return () => clearTimeout(timer)
  }, [])
  if (!wanted) return null
  return (
    <Suspense>
      <ToastHost />
      <Announce />
    </Suspense>
  )
}
