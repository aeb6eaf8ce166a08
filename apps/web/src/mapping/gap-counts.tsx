import { useEffect, useState } from 'react'
import { useLazyModule } from '../kit/use-lazy-module.ts'

/** Delay that lets the screen's code and calls go first. */
const AFTER_MS = 1_500

const load = async () => (await import('./follow-gap-figures.tsx')).FollowGapFigures
/** Without its code the counts stay hidden until the next page load. */
const ignore = () => undefined

/** Keeps the sidebar's counts current on every screen. */
export function GapCounts() {
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  const FollowGapFigures = useLazyModule(load, isDue, ignore)
  return FollowGapFigures ? <FollowGapFigures /> : null
}
