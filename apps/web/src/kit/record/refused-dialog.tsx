import { tablePermission } from '@backoffice/contract/table'
import { Button } from '../../ui/button.tsx'
import { PermissionGate } from '../access/permission-gate.tsx'
import { OutcomesDialog } from './outcomes-dialog.tsx'
import type { RefusedDialogProps, RefusedRow } from './row-writes.tsx'
import { titleOf } from './rows.ts'

/** Refused rows, each with its reason; rows in use can be deactivated instead. */
export function RefusedDialog(props: RefusedDialogProps) {
  const { table, refused, written, undo, what, busy, onClose, onDeactivate } = props
  const [first] = refused
  const subject =
    refused.length === 1 && first
      ? `${titleOf(table, first.row)} was`
      : `${refused.length} ${table.plural} were`
  const active = refused.filter(isInUse).map(({ row }) => row)
  return (
    <OutcomesDialog
      title={`${subject} not ${what}`}
      refusals={refused.map(({ row, outcome: { detail, errors = [], used_by: usedBy } }) => ({
        id: row.id,
        name: titleOf(table, row),
        reason: [detail, ...errors.map(({ message }) => message)].join(' '),
        usedBy,
      }))}
      done={written.map((row) => titleOf(table, row))}
      undo={undo}
      onClose={onClose}
    >
      {onDeactivate && active.length > 0 && (
        <PermissionGate permission={tablePermission(table, 'update')}>
          <Button variant="primary" busy={busy} onClick={() => onDeactivate(active)}>
            {active.length === 1 ? 'Deactivate instead' : `Deactivate ${active.length} instead`}
          </Button>
        </PermissionGate>
      )}
    </OutcomesDialog>
  )
}

const isInUse = ({ row, outcome }: RefusedRow) => outcome.used_by !== undefined && row.status === 'ACTIVE'
