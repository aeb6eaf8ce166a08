import { useId } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import css from './confirm.module.css'
import { RefusalNotice } from './refusal-notice.tsx'

export type ConfirmProps = {
  title: string
  message: string
  yes: string
  no?: string | undefined
  busy: boolean
  /** Error of the action, shown here because the page behind the dialog is inert. */
  error?: unknown
  onYes: () => void
  onNo: () => void
}

/** Confirms an action that cannot be undone. The focus is on the safe button, and Escape chooses it. */
export function Confirm({ title, message, yes, no = 'Cancel', busy, error, onYes, onNo }: ConfirmProps) {
  const id = useId()
  return (
    <Dialog role="alertdialog" label={title} describedBy={id} onClose={onNo}>
      <div className={css.question}>
        <h2 className={css.title}>{title}</h2>
        <p id={id} className={css.message}>
          {message}
        </p>
        {error !== undefined && <RefusalNotice error={error} />}
        <div className={css.actions}>
          <Button onClick={onNo}>{no}</Button>
          <Button variant="danger" busy={busy} onClick={onYes}>
            {yes}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
