import { type ComponentType, useEffect, useLayoutEffect } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { useLazyDialog } from '../lazy/use-lazy.tsx'
import css from './palette-host.module.css'
import { preloadPalette, setPalette, setStartText, usePaletteState } from './state.ts'

/** Delay that leaves the network to the screen's code and data first. */
const PRELOAD_AFTER_MS = 2000

/** Types into the palette instead of the focused form until the palette has the focus. */
function captureKeys(): () => void {
  const capture = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey) return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') setPalette(false)
    else if (event.key === 'Backspace') setStartText((text) => text.slice(0, -1))
    else if (event.key.length === 1) setStartText((text) => text + event.key)
  }
  addEventListener('keydown', capture, { capture: true })
  return () => removeEventListener('keydown', capture, { capture: true })
}

/** `load` imports a `Palette` with the application's source. */
export function PaletteHost({ load }: { load: () => Promise<ComponentType> }) {
  const open = usePaletteState((state) => state.open)
  useEffect(() => {
    usePaletteState.setState({ load })
    const timer = setTimeout(preloadPalette, PRELOAD_AFTER_MS)
    return () => clearTimeout(timer)
  }, [load])
  const Palette = useLazyDialog(load, open, () => setPalette(false))
  const isLoading = open && Palette === undefined
  // Ends before the palette takes the focus: it would lose a key that arrives between them.
  useLayoutEffect(() => (isLoading ? captureKeys() : undefined), [isLoading])
  return Palette && <Palette />
}

/** A button that looks like the search field. */
export function PaletteButton() {
  return (
    <button
      type="button"
      className={css.button}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onPointerEnter={preloadPalette}
      onFocus={preloadPalette}
      onClick={() => setPalette(true)}
    >
      <span className={css.icon}>
        <Icon name="search" />
      </span>
      <span className={css.label}>Search or jump to…</span>
      <span className={css.keys} aria-hidden="true">
        <Kbd keys="mod+k" />
      </span>
    </button>
  )
}
