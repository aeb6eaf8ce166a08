import { type ComponentType, useEffect, useState } from 'react'
import { useLazyModule } from './use-lazy-module.ts'

/** Delay that lets the screen's code and calls go first. */
const AFTER_MS = 1_500

/** Without its code the component is missing until the next page load. */
const ignore = () => undefined

/** Loads and renders a component after the screen. `load` must be the same function between renders. */
export function Deferred({ load }: { load: () => Promise<ComponentType> }) {
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  const Component = useLazyModule(load, isDue, ignore)
  return Component ? <Component /> : null
}
