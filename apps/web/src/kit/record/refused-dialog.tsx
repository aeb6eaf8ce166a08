import { tablePermission } from '@backoffice/contract/table'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogHead } from '../../ui/dialog.tsx'
import { PermissionGate } from '../permission-gate.tsx'
import css from './refused-dialog.module.css'
import type { RefusedDialogProps, RefusedRow } from './row-writes.tsx'
import { titleOf } from './rows.ts'

/** The rows that were not written, each with its reason; rows in use can be deactivated instead. */
export function RefusedDialog({ table, refused, what, busy, onClose, onDeactivate }: RefusedDialogProps) {
  const [first] = refused
  const subject =
    refused.length === 1 && first
      ? `${titleOf(table, first.row)} was`
      : `${refused.length} ${table.title.toLowerCase()} were`
  const title = `${subject} not ${what}`
  const active = refused.filter(isInUse).map(({ row }) => row)
  return (
    <Dialog label={title} onClose={onClose}>
      <DialogHead title={title} onClose={onClose} />
      <ul className={css.rows}>
        {refused.map((each) => (
          <li key={each.row.id} className={css.row}>
            {refused.length > 1 && <strong>{titleOf(table, each.row)}</strong>}
            <Reason {...each} />
          </li>
        ))}
      </ul>
      <footer className={css.foot}>
        <Button onClick={onClose}>Close</Button>
        {onDeactivate && active.length > 0 && (
          <PermissionGate permission={tablePermission(table, 'update')}>
            <Button variant="primary" busy={busy} onClick={() => onDeactivate(active)}>
              {active.length === 1 ? 'Deactivate instead' : `Deactivate ${active.length} instead`}
            </Button>
          </PermissionGate>
        )}
      </footer>
    </Dialog>
  )
}

const isInUse = ({ row, outcome }: RefusedRow) => outcome.usedBy !== undefined && row.status === 'ACTIVE'

function Reason({ outcome: { detail, errors = [], usedBy } }: RefusedRow) {
  return (
    <>
      <p className={css.reason}>{[detail, ...errors.map(({ message }) => message)].join(' ')}</p>
      {usedBy && (
        <ul className={css.uses}>
          {usedBy.map(({ label, count }) => (
            <li key={label}>
              {count.toLocaleString('en')} {label}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
