import { REFERENCED_TABLES, type TableDeclaration } from '@backoffice/contract/table'
import type { References } from '@backoffice/contract/values.schemas'
import { useId } from 'react'
import { errorMessage } from '../../net/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogHead } from '../../ui/dialog.tsx'
import { toastFailed } from '../feedback/toast.ts'
import css from './refused-dialog.module.css'
import { type Row, titleOf } from './rows.ts'
import { findUses } from './table-calls.ts'
import { useQuestion } from './use-question.ts'
import { UsesList } from './uses-list.tsx'

type UsedRows = { rows: readonly Row[]; uses: References }

type Props = UsedRows & {
  table: TableDeclaration
  onYes: () => void
  onNo: () => void
}

/** Confirms the deactivation of rows that are in use. */
export function useUsesQuestion(table: TableDeclaration) {
  const { confirm, open } = useQuestion<UsedRows>()

  /** Resolves to true if the write continues. */
  async function confirmUses(rows: readonly Row[]): Promise<boolean> {
    if (!Object.hasOwn(REFERENCED_TABLES, table.path.slice(1))) return true
    try {
      const uses = await findUses(table, rows)
      return uses.length === 0 || (await confirm({ rows, uses }))
    } catch (error) {
      toastFailed(errorMessage(error))
      return false
    }
  }

  return { confirm: confirmUses, dialog: open && <UsesDialog table={table} {...open} /> }
}

function UsesDialog({ table, rows, uses, onYes, onNo }: Props) {
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
