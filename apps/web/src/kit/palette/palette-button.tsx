import { Icon } from '../../ui/icon.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import css from './palette-button.module.css'
import { loadPalette } from './palette-host.tsx'
import { setPalette } from './state.ts'

/** Looks like the field it opens. */
export function PaletteButton() {
  const near = () => void loadPalette().catch(() => undefined)
  return (
    <button
      type="button"
      className={css.button}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onPointerEnter={near}
      onFocus={near}
      onClick={() => setPalette(true)}
    >
      <span className={css.icon}>
        <Icon name="search" />
      </span>
      <span className={css.words}>Search or jump to…</span>
      <span className={css.keys} aria-hidden="true">
        <Kbd keys="mod+k" />
      </span>
    </button>
  )
}
