import { type ReactNode, useLayoutEffect, useRef } from 'react'
import css from './dialog.module.css'

type Props = {
  open: boolean
  label: string
  onClose: () => void
  /** `top`: stays where it is while what is in it grows and shrinks. */
  place?: 'middle' | 'top'
  /** Mounted only while it is open. */
  children: () => ReactNode
}

/**
 * The browser's own modal dialog: above everything, the rest of the page inert, Escape and a press beside it
 * close it, and the focus goes back where it came from.
 */
export function Dialog({ open, label, onClose, place = 'middle', children }: Props) {
  const ref = useRef<HTMLDialogElement>(null)
  const close = useRef(onClose)
  useLayoutEffect(() => {
    close.current = onClose
  })
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!open || !dialog) return
    // Asked for before the page was covered, and come too late: it would stand above the cover.
    if (document.documentElement.dataset.covered !== undefined) return close.current()
    dialog.showModal()
    // Only closing gives the focus back; removing an open dialog does not.
    return () => dialog.close()
  }, [open])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: with the keyboard it is closed by Escape
    <dialog
      ref={ref}
      className={css.dialog}
      data-place={place}
      aria-label={label}
      // The event is sent later: the dialog may have been opened again by then.
      onClose={(event) => !event.currentTarget.open && onClose()}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      {open && <div className={css.inside}>{children()}</div>}
    </dialog>
  )
}

export function DialogHead({ title, onClose }: { title: string; onClose: () => void }) {
  return (
    <header className={css.head}>
      <h2 className={css.title}>{title}</h2>
      <button type="button" className={css.close} aria-label="Close" onClick={onClose}>
        ×
      </button>
    </header>
  )
}
