import type { UserRow } from '@backoffice/contract/endpoints/users'
import { userEndpoints } from '@backoffice/contract/endpoints/users'
import { type ReactNode, useState } from 'react'
import type { Refusal } from '../../kit/record/outcomes-dialog.tsx'
import { toastFailed } from '../../kit/toast.ts'
import { useLazyModule } from '../../kit/use-lazy-module.ts'
import { useWrite } from '../../kit/use-write.ts'
import { errorMessage } from '../../net/api-error.ts'
import { call } from '../../net/call.ts'
import { fullName, usersInWords } from './user-words.ts'
import { refreshUsers } from './users-queries.ts'

type Change = { rows: readonly UserRow[]; status: 'ACTIVE' | 'DISABLED'; reason?: string }
type Result = Change & { written: readonly UserRow[]; refusals: readonly Refusal[] }

export type UserStatusWrite = {
  enable: (rows: readonly UserRow[]) => void
  /** Opens a dialog for the reason. */
  disable: (rows: readonly UserRow[]) => void
  isPending: boolean
  dialog: ReactNode
}

const loadDisable = async () => (await import('./disable-dialog.tsx')).DisableDialog
const loadOutcomes = async () => (await import('../../kit/record/outcomes-dialog.tsx')).OutcomesDialog

/** Enables and disables users. Enabling also removes a lock of the identity provider. */
export function useUserStatus(): UserStatusWrite {
  const [toDisable, setToDisable] = useState<readonly UserRow[]>()
  const [refused, setRefused] = useState<Result>()
  const change = useWrite({
    run: setStatus,
    successText,
    refresh: refreshUsers,
    close: (result) => setRefused(result.refusals.length > 0 ? result : undefined),
    refusalText: (result) => (result.refusals.length > 0 ? refusedTitle(result) : undefined),
  })
  const DisableDialog = useLazyModule(loadDisable, toDisable !== undefined, (error) => {
    setToDisable(undefined)
    toastFailed(errorMessage(error))
  })
  const OutcomesDialog = useLazyModule(loadOutcomes, refused !== undefined, (error) => {
    setRefused(undefined)
    toastFailed(errorMessage(error))
  })
  return {
    enable: (rows) => change.run({ rows, status: 'ACTIVE' }),
    disable: setToDisable,
    isPending: change.isPending,
    dialog: (
      <>
        {toDisable && DisableDialog && (
          <DisableDialog
            rows={toDisable}
            onDisable={(reason) => change.send({ rows: toDisable, status: 'DISABLED', reason })}
            onClose={() => setToDisable(undefined)}
          />
        )}
        {refused && OutcomesDialog && (
          <OutcomesDialog
            title={refusedTitle(refused)}
            refusals={refused.refusals}
            onClose={() => setRefused(undefined)}
          />
        )}
      </>
    ),
  }
}

const VERBS = { ACTIVE: 'enabled', DISABLED: 'disabled' } as const

function successText({ written, refusals, status }: Result): string | undefined {
  if (written.length > 0) return `${usersInWords(written)} ${VERBS[status]}`
  return refusals.length > 0 ? undefined : `Already ${VERBS[status]}`
}

function refusedTitle({ refusals, rows, status }: Result): string {
  return `${refusals.length} of ${rows.length} users ${refusals.length === 1 ? 'was' : 'were'} not ${VERBS[status]}`
}

/** Throws if the server refuses a single user. */
async function setStatus({ rows, status, reason }: Change): Promise<Result> {
  const items = rows.map(({ id, version }) => ({ id, version }))
  const reply = await call(userEndpoints.updateStatus, { body: { items, status, ...(reason && { reason }) } })
  const outcomes = reply.items.map((outcome) => ({
    ...outcome,
    was: rows.find(({ id }) => id === outcome.id),
  }))
  return {
    rows,
    status,
    written: outcomes.flatMap(({ outcome, row }) => (outcome === 'done' && row ? [row] : [])),
    refusals: outcomes.flatMap(({ outcome, id, was, detail, errors = [] }) =>
      outcome === 'refused'
        ? [
            {
              id,
              name: was ? fullName(was) : '',
              reason: [detail, ...errors.map(({ message }) => message)].filter(Boolean).join(' '),
            },
          ]
        : [],
    ),
  }
}
