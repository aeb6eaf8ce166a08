import { AlertDialog } from '@base-ui/react/alert-dialog'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import css from './confirm.module.css'

export type ConfirmProps = {
  open: boolean
  title: string
  words: string
  yes: string
  no: string
  busy: boolean
  /** Why it was not done: said here, because what is behind the dialog cannot be reached. */
  problem?: string | undefined
  onYes: () => void
  onNo: () => void
}

/** Asks once more before something that cannot be taken back. */
export function Confirm({ open, title, words, yes, no, busy, problem, onYes, onNo }: ConfirmProps) {
  return (
    <CSPProvider disableStyleElements>
      <AlertDialog.Root open={open} onOpenChange={(next) => !next && onNo()}>
        <AlertDialog.Portal>
          <AlertDialog.Backdrop className={css.backdrop} />
          <AlertDialog.Popup className={css.popup}>
            <AlertDialog.Title className={css.title}>{title}</AlertDialog.Title>
            <AlertDialog.Description className={css.words}>{words}</AlertDialog.Description>
            {problem && (
              <Notice tone="bad" live>
                {problem}
              </Notice>
            )}
            <div className={css.actions}>
              <AlertDialog.Close render={<Button />}>{no}</AlertDialog.Close>
              <Button variant="danger" busy={busy} onClick={onYes}>
                {yes}
              </Button>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Portal>
      </AlertDialog.Root>
    </CSPProvider>
  )
}
