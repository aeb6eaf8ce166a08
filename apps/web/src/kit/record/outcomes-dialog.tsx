import type { References } from '@backoffice/contract/schemas/values'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogHead } from '../../ui/dialog.tsx'
import css from './refused-dialog.module.css'
import { UsesList } from './uses-list.tsx'

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
  onClose: () => void
  /** Alternative actions in the footer. */
  children?: ReactNode
}

/** Refused rows, each with its reason. */
export function OutcomesDialog({ title, refusals, done = [], onClose, children }: Props) {
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
            <strong>Done</strong>
            <p className={css.reason}>{done.join(', ')}</p>
          </li>
        )}
      </ul>
      <footer className={css.foot}>
        <Button onClick={onClose}>Close</Button>
        {children}
      </footer>
    </Dialog>
  )
}
