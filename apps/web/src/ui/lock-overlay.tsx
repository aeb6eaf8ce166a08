import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import css from './lock-overlay.module.css'

/**
 * Hides the whole page, its title too, for the eye and for everything else, for as long as it is there. No key and no
 * press closes it; afterwards the focus goes back where it was.
 */
export function LockOverlay({ label, children }: { label: string; children: ReactNode }) {
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = ref.current
    const before = document.activeElement
    const { dataset } = document.documentElement
    dataset.covered = ''
    const uncoverTitle = coverTitle(`${label} · Backoffice`)
    show(dialog)
    return () => {
      delete dataset.covered
      uncoverTitle()
      dialog?.close()
      // The dialog does it too, unless it was closed and opened again meanwhile.
      if (before instanceof HTMLElement) before.focus()
    }
  }, [label])
  // Out of the page, which a question that is open has hidden from screen readers.
  return createPortal(
    <dialog
      ref={ref}
      className={css.cover}
      aria-label={label}
      onCancel={(event) => event.preventDefault()}
      // A second Escape closes a dialog whatever is said about the first.
      onClose={({ currentTarget }) => currentTarget.isConnected && show(currentTarget)}
    >
      <div className={css.inside}>{children}</div>
    </dialog>,
    document.body,
  )
}

function show(dialog: HTMLDialogElement | null): void {
  dialog?.showModal()
  // By itself it would give the focus to the first thing that can have it, were that a heading.
  dialog?.querySelector<HTMLElement>('input:not([hidden])')?.focus()
}

/** Of several titles the first counts, and those of the page come and go. */
function coverTitle(text: string): () => void {
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
