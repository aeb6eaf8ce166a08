import { type ReactNode, useLayoutEffect, useRef } from 'react'
import css from './cover.module.css'

/**
 * Hides the whole page, for the eye and for everything else, for as long as it is there. No key and no press closes
 * it; afterwards the focus goes back where it was.
 */
export function Cover({ label, children }: { label: string; children: ReactNode }) {
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    // Only closing gives the focus back; removing an open dialog does not.
    return () => dialog?.close()
  }, [])
  return (
    <dialog
      ref={ref}
      className={css.cover}
      aria-label={label}
      onCancel={(event) => event.preventDefault()}
      // A second Escape closes a dialog whatever is said about the first.
      onClose={({ currentTarget }) => currentTarget.isConnected && currentTarget.showModal()}
    >
      <div className={css.inside}>{children}</div>
    </dialog>
  )
}
