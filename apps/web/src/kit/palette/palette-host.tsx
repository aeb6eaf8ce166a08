import { useEffect } from 'react'
import { toastFailed } from '../toast.ts'
import { useLazyModule } from '../use-lazy-module.ts'
import { setPalette, usePaletteState } from './state.ts'

export const loadPalette = async () => (await import('./palette.tsx')).Palette
/** After the screen itself is there. */
const IDLE_MS = 2000

function fail(): void {
  setPalette(false)
  toastFailed('The search could not be loaded. Check the connection and try again.')
}

/** What is typed ahead is meant for the palette: it must not fill in or send the form that still has the focus. */
function holdKeys(): () => void {
  const hold = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey) return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') setPalette(false)
  }
  addEventListener('keydown', hold, { capture: true })
  return () => removeEventListener('keydown', hold, { capture: true })
}

/** Where the palette opens; its code is fetched when nothing else is under way. */
export function PaletteHost() {
  const open = usePaletteState((state) => state.open)
  useEffect(() => {
    const timer = setTimeout(() => void loadPalette().catch(() => undefined), IDLE_MS)
    return () => clearTimeout(timer)
  }, [])
  const Palette = useLazyModule(loadPalette, open, fail)
  const isComing = open && Palette === undefined
  useEffect(() => (isComing ? holdKeys() : undefined), [isComing])
  return Palette && <Palette />
}
