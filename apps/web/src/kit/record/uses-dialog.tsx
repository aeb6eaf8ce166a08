import type { References } from '@backoffice/contract/schemas/values'
import type { TableDeclaration } from '@backoffice/contract/table'
import { useId } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogHead } from '../../ui/dialog.tsx'
import css from './refused-dialog.module.css'
import { type Row, titleOf } from './rows.ts'
import { UsesList } from './uses-list.tsx'

type Props = {
  table: TableDeclaration
  rows: readonly Row[]
  uses: References
  onYes: () => void
  onNo: () => void
}

/** Confirms the deactivation of rows that are in use. */
export function UsesDialog({ table, rows, uses, onYes, onNo }: Props) {
  const id = useId()
  const [first] = rows
  const subject = rows.length === 1 && first ? titleOf(table, first) : `${rows.length} ${table.plural}`
  const title = `Deactivate ${subject}?`
  return (
    <Dialog role="alertdialog" label={title} describedBy={id} onClose={onNo}>
      <DialogHead title={title} onClose={onNo} />
      <div id={id} className={css.rows}>
        <p>In use by</p>
        <UsesList uses={uses} />
        <p className={css.reason}>
          Existing references stay. New references are not possible until it is active again.
        </p>
      </div>
      <footer className={css.foot}>
        <Button onClick={onNo}>Cancel</Button>
        <Button variant="primary" onClick={onYes}>
          Deactivate
        </Button>
      </footer>
    </Dialog>
  )
}
