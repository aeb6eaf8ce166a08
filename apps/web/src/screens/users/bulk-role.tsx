import type { UserRow } from '@backoffice/contract/endpoints/users'
import { type ReactNode, useState } from 'react'
import { toastFailed } from '../../kit/toast.ts'
import { useLazyModule } from '../../kit/use-lazy-module.ts'
import { errorMessage } from '../../net/api-error.ts'
import { type BulkOutcome, refusedTitle } from './bulk-outcomes.ts'

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
  const [refused, setRefused] = useState<BulkOutcome>()
  const close = () => setRows(undefined)
  const dialogs = useLazyModule(load, rows !== undefined, (error) => {
    close()
    toastFailed(errorMessage(error))
  })
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
            title={refusedTitle(refused, 'changed')}
            refusals={refused.refusals}
            onClose={() => setRefused(undefined)}
          />
        )}
      </>
    ),
  }
}
