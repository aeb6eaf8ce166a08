import { EXCEEDS_CALLER } from '@backoffice/contract/exceeding'
import { type UserRow, userEndpoints } from '@backoffice/contract/users'
import { type ReactNode, useState } from 'react'
import { useWrite } from '../../kit/form/use-write.ts'
import { useLazyDialog } from '../../kit/lazy/use-lazy.tsx'
import { type BulkOutcome, outcomesOf, refusedTitle } from '../../kit/record/bulk-outcomes.ts'
import { call } from '../../net/call.ts'
import { serverNowMs } from '../../net/server-clock.ts'
import { Badge } from '../../ui/badge.tsx'
import { describeUsers, fullName, statusBadge } from './user-words.ts'
import css from './users.module.css'
import { refreshUsers } from './users-queries.ts'

type Change = { rows: readonly UserRow[]; status: 'ACTIVE' | 'DISABLED'; reason?: string }
type Result = BulkOutcome<UserRow> & Pick<Change, 'status'>

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
    refusalText: (result) =>
      result.refusals.length > 0 ? refusedTitle(result, 'user', VERBS[result.status]) : undefined,
  })
  const DisableDialog = useLazyDialog(loadDisable, toDisable !== undefined, () => setToDisable(undefined))
  const OutcomesDialog = useLazyDialog(loadOutcomes, refused !== undefined, () => setRefused(undefined))
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
            title={refusedTitle(refused, 'user', VERBS[refused.status])}
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
  if (written.length > 0) return `${describeUsers(written)} ${VERBS[status]}`
  return refusals.length > 0 ? undefined : `Already ${VERBS[status]}`
}

/** Throws if the server refuses a single user. */
async function setStatus({ rows, status, reason }: Change): Promise<Result> {
  const items = rows.map(({ id, version }) => ({ id, version }))
  const reply = await call(userEndpoints.updateStatus, { body: { items, status, ...(reason && { reason }) } })
  return { ...outcomesOf(rows, reply.items, fullName), status }
}

type Props = {
  user: Pick<UserRow, 'status' | 'is_locked' | 'invitation_expires_at'>
  /** Shows no badge for active users, and no day, to save space. */
  isUnusualOnly?: boolean
}

/** Status of a user, and the lock of the identity provider. */
export function StatusBadges({ user, isUnusualOnly = false }: Props) {
  const { tone, text } = statusBadge(user, { nowMs: serverNowMs(), isShort: isUnusualOnly })
  return (
    <span className={css.badges}>
      {!(isUnusualOnly && user.status === 'ACTIVE') && <Badge tone={tone}>{text}</Badge>}
      {user.is_locked && <Badge tone="bad">Locked</Badge>}
    </span>
  )
}

const OWN_STATUS = 'You can’t disable yourself. Ask another administrator.'

/** Reason why the status of the user cannot change; false if it can. */
export function statusDenial({ exceeds, status }: UserRow, isOwn: boolean): string | false {
  if (exceeds.manage) return EXCEEDS_CALLER
  return isOwn && status !== 'DISABLED' && OWN_STATUS
}
