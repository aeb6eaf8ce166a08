import { type ComponentType, useEffect, useState } from 'react'
import { useLazyModule } from '../lazy/use-lazy.tsx'

/** Delay that lets the screen's code and calls go first. */
const AFTER_MS = 1_500

/** Loads and renders a component after the screen. Without its code it is missing until the next page load. */
export function Deferred({ load }: { load: () => Promise<ComponentType> }) {
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  const Component = useLazyModule(load, isDue)
  return Component ? <Component /> : null
}
