import type { UserRow } from '@backoffice/contract/users'
import { type ReactNode, useState } from 'react'
import { useLazyDialog } from '../../kit/lazy/use-lazy-dialog.ts'
import { type BulkOutcome, refusedTitle } from '../../kit/record/bulk-outcomes.ts'

const load = async () => {
  const [{ ChangeRoleDialog }, { OutcomesDialog }] = await Promise.all([
    import('./change-role-dialog.tsx'),
    import('../../kit/record/outcomes-dialog.tsx'),
  ])
  return { ChangeRoleDialog, OutcomesDialog }
}

/** Opens the dialog that changes the role of several users, and shows refused ones afterwards. */
export function useBulkRole(): { start: (rows: readonly UserRow[]) => void; dialog: ReactNode } {
  const [rows, setRows] = useState<readonly UserRow[]>()
  const [refused, setRefused] = useState<BulkOutcome<UserRow>>()
  const close = () => setRows(undefined)
  const dialogs = useLazyDialog(load, rows !== undefined, close)
  return {
    start: setRows,
    dialog: dialogs && (
      <>
        {rows && (
          <dialogs.ChangeRoleDialog
            rows={rows}
            onClose={close}
            onDone={(outcome) => {
              close()
              if (outcome.refusals.length > 0) setRefused(outcome)
            }}
          />
        )}
        {refused && (
          <dialogs.OutcomesDialog
            title={refusedTitle(refused, 'user', 'changed')}
            refusals={refused.refusals}
            onClose={() => setRefused(undefined)}
          />
        )}
      </>
    ),
  }
}
