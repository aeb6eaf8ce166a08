import { type ReactNode, useLayoutEffect, useRef } from 'react'
import css from './lock-overlay.module.css'

/**
 * Hides the whole page and its title while it is mounted. No key or press closes it. On unmount the focus returns to
 * the previous element.
 */
export function LockOverlay({ label, children }: { label: string; children: ReactNode }) {
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = ref.current
    const before = document.activeElement
    const { dataset } = document.documentElement
    dataset.covered = ''
    const restoreTitle = overrideTitle(`${label} · Backoffice`)
    show(dialog)
    return () => {
      delete dataset.covered
      restoreTitle()
      dialog?.close()
      // Closing returns the focus too, unless a second Escape had closed and reopened the dialog.
      if (before instanceof HTMLElement) before.focus()
    }
  }, [label])
  return (
    <dialog
      ref={ref}
      className={css.overlay}
      aria-label={label}
      onCancel={(event) => event.preventDefault()}
      // Browsers close a dialog on a second Escape even if `cancel` was prevented.
      onClose={({ currentTarget }) => currentTarget.isConnected && show(currentTarget)}
    >
      <div className={css.inside}>{children}</div>
    </dialog>
  )
}

function show(dialog: HTMLDialogElement | null): void {
  dialog?.showModal()
  // The first focusable element may be a heading.
  dialog?.querySelector<HTMLElement>('input:not([hidden])')?.focus()
}

/** Keeps its title first, which is the one that counts, while React adds and removes those of the screens. */
function overrideTitle(text: string): () => void {
  const title = Object.assign(document.createElement('title'), { textContent: text })
  const put = () => document.querySelector('head > title') !== title && document.head.prepend(title)
  const observer = new MutationObserver(put)
  observer.observe(document.head, { childList: true })
  put()
  return () => {
    observer.disconnect()
    title.remove()
  }
}
