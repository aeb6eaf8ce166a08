import type { References } from '@backoffice/contract/values.schemas'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogHead } from '../../ui/dialog.tsx'
import type { Undo } from '../form/use-write.ts'
import css from './refused-dialog.module.css'
import { UsesList } from './uses-dialog.tsx'

export type Refusal = {
  id: string
  name: string
  reason: string
  /** References to a row that was not deleted. */
  usedBy?: References | undefined
}

type Props = {
  title: string
  refusals: readonly Refusal[]
  /** Names of the rows that were done. */
  done?: readonly string[]
  /** Undoes what was done. */
  undo?: Undo | undefined
  onClose: () => void
  /** Alternative actions in the footer. */
  children?: ReactNode
}

/** Refused rows, each with its reason. */
export function OutcomesDialog({ title, refusals, done = [], undo, onClose, children }: Props) {
  const close = useRef<HTMLButtonElement>(null)
  const [progress, setProgress] = useState<'offered' | 'running' | 'undone'>('offered')
  const names = done.join(', ')
  async function run() {
    setProgress('running')
    // The dialog would cover the toast that says why.
    if (!(await undo?.())) return onClose()
    close.current?.focus()
    setProgress('undone')
  }
  return (
    <Dialog label={title} onClose={onClose}>
      <DialogHead title={title} onClose={onClose} />
      <ul className={css.rows}>
        {refusals.map(({ id, name, reason, usedBy }) => (
          <li key={id} className={css.row}>
            {refusals.length + done.length > 1 && <strong>{name}</strong>}
            <p className={css.reason}>{reason}</p>
            {usedBy && <UsesList uses={usedBy} />}
          </li>
        ))}
        {done.length > 0 && (
          <li className={css.row}>
            <strong role="status">{progress === 'undone' ? 'Undone' : 'Done'}</strong>
            <p className={css.reason}>{names}</p>
            {undo && progress !== 'undone' && (
              <Button aria-label={`Undo ${names}`} busy={progress === 'running'} onClick={() => void run()}>
                Undo
              </Button>
            )}
          </li>
        )}
      </ul>
      <footer className={css.foot}>
        <Button ref={close} onClick={onClose}>
          Close
        </Button>
        {children}
      </footer>
    </Dialog>
  )
}
