import { lazy, Suspense, useEffect } from 'react'
import { useToastsWanted } from './toast.ts'

const load = () => import('./toast-library.tsx').then(({ ToastHost }) => ({ default: ToastHost }))
const ToastHost = lazy(load)

export function Toasts() {
  const wanted = useToastsWanted((state) => state.wanted)
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => undefined), 3000)
    return () => clearTimeout(timer)
  }, [])
  if (!wanted) return null
  return (
    <Suspense>
      <ToastHost />
    </Suspense>
  )
}
