import type { api } from '@backoffice/contract/api'
import { OFF_BOARDING } from '@backoffice/contract/users'
import { HttpError, invalidField } from '../../kernel/errors.ts'
import { type Handlers, requirePermission } from '../../kernel/mount.ts'
import { reasonOfVersion } from '../../kernel/version.ts'
import { lockAccess } from '../access/access-lock.ts'
import { requireNotExceeding } from '../access/exceeding.ts'
import { requireRecentFor } from '../access/high-risk.ts'
import { endAllTemporaryAccess } from '../access/temporary-access.store.ts'
import { endRequests } from '../approvals/requests/end-requests.ts'
import { deleteUser, disableUser, endedChange, handOverWork, hasMoved } from './off-board-steps.ts'
import { readOpenWork } from './open-work.store.ts'
import { lockVersion } from './update-user.ts'
import { factsOfUser, noSuchUser, readDetail } from './user-replies.ts'
import type { UsersDeps } from './user-values.ts'
import { findUser, lockUser } from './users.store.ts'

type OffBoardHandlers = Pick<Handlers<(typeof api)['users']>, 'offBoard' | 'remove' | 'openWork' | 'handOver'>

const NOTHING_MOVED = { files: 0, inquiries: 0, cases: 0 }

export function offBoardHandlers(deps: UsersDeps): OffBoardHandlers {
  const { db, identity, clock, sendJob } = deps
  return {
    offBoard: async ({ body: { id, version, mode, to, ...body } }, call) => {
      const { caller } = call
      const permission = mode === 'delete' ? 'user:delete' : 'user:update-status'
      requirePermission(caller, permission)
      const reason = body.reason.trim()
      if (reason === '') throw invalidField('reason', 'E001', 'Enter a reason.')
      const facts = await factsOfUser(db, identity, id)
      return async (tx) => {
        const held = await lockAccess(tx, caller, permission)
        const user = await lockVersion(tx, id, version, () => readDetail(tx, held, id, facts))
        if (user.id === caller.id) throw new HttpError('own_access')
        await requireNotExceeding(tx, held, user.id, 'manage')
        if (mode === 'disable' && user.status === 'DISABLED') throw alreadyDisabled()
        await requireRecentFor(tx, call, [user.id])
        // Before the change of access, see `deleteUser`.
        const handedOver =
          to === undefined ? undefined : await handOverWork(deps, tx, caller, { giver: user, to })
        const leaving = { now: clock.now(), sendJob, reason: 'The requester was off-boarded.' }
        const own = await endRequests(tx, { requesterId: user.id }, leaving)
        if (mode === 'delete') {
          const { moved, changes, entries, temporaryAccess, ...ended } = await deleteUser(
            deps,
            tx,
            { caller, held },
            user,
          )
          const requests = own + ended.requests
          return {
            resource: {
              ...{ id, requests, temporary_access: temporaryAccess },
              ...(handedOver?.moved ?? moved),
            },
            audit: [
              {
                resource: 'user',
                action: 'delete',
                id,
                reason,
                changes: { ...changes, ...withdrawnChange(requests) },
              },
              ...handOverEntries(id, handedOver),
              ...entries,
            ],
          }
        }
        const ended = await endAllTemporaryAccess(tx, user.id)
        const requests = own + (await disableUser(deps, tx, caller, { user, reason }))
        const changes = {
          status: [user.status, 'DISABLED'] as const,
          ...endedChange(ended),
          ...withdrawnChange(requests),
        }
        return {
          resource: { id, requests, temporary_access: ended, ...(handedOver?.moved ?? NOTHING_MOVED) },
          audit: [
            { resource: 'user', action: 'update-status', id, reason, changes },
            ...handOverEntries(id, handedOver),
          ],
        }
      }
    },

    remove: async ({ params, version }, call) => {
      const { caller } = call
      const facts = await factsOfUser(db, identity, params.id)
      return async (tx) => {
        const held = await lockAccess(tx, caller, 'user:delete')
        const current = () => readDetail(tx, held, params.id, facts)
        const user = await lockVersion(tx, params.id, version, current)
        if (user.id === caller.id) throw new HttpError('own_access')
        await requireNotExceeding(tx, held, user.id, 'manage')
        await requireRecentFor(tx, call, [user.id])
        const { changes, entries } = await deleteUser(deps, tx, { caller, held }, user)
        return { resource: { id: user.id }, audit: [{ changes, ...reasonOfVersion(version) }, ...entries] }
      }
    },

    openWork: async ({ params }, { caller }) => {
      const user = await findUser(db, params.id)
      if (!user || user.status === 'DELETED') throw noSuchUser()
      await requireNotExceeding(db, caller.permanent, user.id, 'manage')
      return readOpenWork(db, user.id)
    },

    handOver:
      async ({ body: { from, to } }, call) =>
      async (tx) => {
        const { caller } = call
        if (from === to) throw invalidField('to', 'invalid', 'Choose a different user.')
        const held = await lockAccess(tx, caller, ...OFF_BOARDING)
        const giver = await lockUser(tx, from)
        if (!giver) throw noSuchUser()
        await requireNotExceeding(tx, held, giver.id, 'manage')
        await requireRecentFor(tx, call, [giver.id])
        const { moved, changes, entries } = await handOverWork(deps, tx, caller, { giver, to })
        if (!hasMoved(moved)) return { resource: moved, unchanged: true }
        return { resource: moved, audit: [{ changes }, ...entries] }
      },
  }
}

const withdrawnChange = (requests: number) => (requests > 0 ? { requests: [requests, 0] as const } : {})

const alreadyDisabled = () =>
  new HttpError('user_status_conflict', {
    detail: 'This user is already disabled. Delete the account instead.',
  })

function handOverEntries(id: string, handedOver: Awaited<ReturnType<typeof handOverWork>> | undefined) {
  if (!handedOver || !hasMoved(handedOver.moved)) return []
  const { changes, entries } = handedOver
  return [{ resource: 'user', action: 'hand-over', id, changes } as const, ...entries]
}
