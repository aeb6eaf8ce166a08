import { useEffect } from 'react'
import { toastFailed } from '../toast.ts'
import { useFetched } from '../use-fetched.ts'
import { setPalette, usePaletteState } from './state.ts'

export const loadPalette = async () => (await import('./palette.tsx')).Palette
/** After the screen itself is there. */
const IDLE_MS = 2000

function fail(): void {
  setPalette(false)
  toastFailed('The search could not be loaded. Check the connection and try again.')
}

/** Where the palette opens; its code is fetched when nothing else is under way. */
export function PaletteHost() {
  const open = usePaletteState((state) => state.open)
  useEffect(() => {
    const timer = setTimeout(() => void loadPalette().catch(() => undefined), IDLE_MS)
    return () => clearTimeout(timer)
  }, [])
  const Palette = useFetched(loadPalette, open, fail)
  return Palette && <Palette />
}
