import { type ReactNode, useEffectEvent, useLayoutEffect, useRef } from 'react'
import css from './dialog.module.css'

type Props = {
  label: string
  onClose: () => void
  /**
   * `wide`: in the middle, for a table. `top`: does not move when its content changes size. `side`: a panel at the
   * right edge.
   */
  place?: 'middle' | 'wide' | 'top' | 'side'
  /** `alertdialog`: requires a choice; a press outside does not close it. */
  role?: 'alertdialog'
  describedBy?: string
  children: ReactNode
}

/**
 * A native modal dialog, open while it is mounted. It is in the top layer, the rest of the page is inert, Escape and a
 * press outside close it, and the focus returns to the previous element.
 */
export function Dialog({ label, onClose, place = 'middle', role, describedBy, children }: Props) {
  const ref = useRef<HTMLDialogElement>(null)
  const close = useEffectEvent(onClose)
  useLayoutEffect(() => {
    const dialog = ref.current
    // If its code arrives after the page was locked, it would cover the lock overlay.
    if (!dialog || document.documentElement.dataset.covered !== undefined) return close()
    dialog.showModal()
    // Removing an open dialog does not return the focus.
    return () => dialog.close()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it with the keyboard
    <dialog
      ref={ref}
      role={role}
      className={css.dialog}
      data-place={place}
      aria-label={label}
      aria-describedby={describedBy}
      // The owner closes it immediately, before the next key. A file input also fires `cancel`.
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      // The browser may close it anyway. The event fires later, when the dialog may be open again.
      onClose={(event) => !event.currentTarget.open && onClose()}
      onClick={(event) => !role && event.target === event.currentTarget && onClose()}
    >
      <div className={css.inside}>{children}</div>
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
