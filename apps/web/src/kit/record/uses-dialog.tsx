import { may } from '@backoffice/contract/access'
import { REFERENCED_TABLES, type TableDeclaration, tablePermission } from '@backoffice/contract/table'
import { TABLE_HEADERS } from '@backoffice/contract/tables/headers'
import type { References } from '@backoffice/contract/values.schemas'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { errorMessage } from '../../net/api-error.ts'
import { useUser } from '../../session/store.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogHead } from '../../ui/dialog.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import { toastFailed } from '../feedback/toast.ts'
import { linkTo } from '../navigation/link-to.ts'
import { findUses } from './record-queries.ts'
import css from './refused-dialog.module.css'
import { type Row, titleOf } from './rows.ts'
import { useQuestion } from './use-question.ts'

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

/** Counts of references to a row by table, with links to tables that the user may view. */
export function UsesList({ uses }: { uses: References }) {
  const user = useUser()
  return (
    <ul className={css.uses}>
      {uses.map(({ label, count, link }) => {
        const [path = '', query] = (link ?? '').split('?')
        const table = Object.values(TABLE_HEADERS).find((each) => each.path === path)
        const text = `${formatNumber(count)} ${label}`
        // The server sends the address of a list with its filter.
        const to = linkTo(path, { search: Object.fromEntries(new URLSearchParams(query)) })
        return (
          <li key={label}>
            {table && may(user, tablePermission(table, 'view')) ? <Link {...to}>{text}</Link> : text}
          </li>
        )
      })}
    </ul>
  )
}
