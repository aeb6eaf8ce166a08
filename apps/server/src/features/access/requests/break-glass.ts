import type { api } from '@backoffice/contract/api'
import type { Impact } from '@backoffice/contract/explain'
import { coveredBy, type Grants } from '@backoffice/contract/grants'
import type { Database, Tx } from '../../../db/client.ts'
import type { SendJob } from '../../../jobs/queue.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { HttpError } from '../../../kernel/errors.ts'
import type { Handlers } from '../../../kernel/mount.ts'
import { insertApproval, recentBreakGlass } from '../../approvals/requests/approvals.store.ts'
import { notifyDeciders } from '../../approvals/requests/notify.ts'
import { affectedUsers, readUserStates } from '../../approvals/requests/request-details.store.ts'
import { databaseTime } from '../access.store.ts'
import { lockChanges } from '../access-lock.ts'
import { newBreakGlassRoles } from '../break-glass-offers.store.ts'
import { creatorsOf } from '../deciders.store.ts'
import { findAllRoles, grantsOf } from '../grants.store.ts'
import { impactOfUsers } from '../impact.ts'
import { eligibleDeciders } from '../permanent-holders.ts'
import { grantTemporarily } from '../temporary-access.store.ts'
import {
  changesOfGrant,
  formatDuration,
  HOUR_MS,
  requestedAccessOf,
  roleRequest,
  transitionOf,
} from './requested-access.ts'

export type AccessRequestDeps = {
  db: Database
  clock: Clock
  sendJob: SendJob
  breakGlassHours: number
}

/**
 * Throws `approval_pending` or `access_denied` before the review of the last break-glass access, or soon after its
 * rejection. Otherwise a user could take a role again each hour until a review.
 */
async function requireReviewed(tx: Tx, userId: string, now: Date): Promise<void> {
  const statuses = await recentBreakGlass(tx, userId, now)
  if (statuses.includes('PENDING'))
    throw new HttpError('approval_pending', {
      detail: 'Your last break-glass access has not been reviewed yet. Ask a colleague who decides requests.',
    })
  if (statuses.includes('REJECTED'))
    throw new HttpError('access_denied', {
      detail: 'Your break-glass access was rejected within the last 24 hours.',
    })
}

/** A module of the role must not activate high-risk policies of the user that no one has approved for it. */
function requireOnlyOffered({ gains }: Impact, { policies }: Grants['role']): void {
  const offered = new Set<string>(coveredBy(policies.flatMap(({ statements }) => statements)))
  if (gains.every(({ name, risk }) => risk === 'LOW' || offered.has(name))) return
  throw new HttpError('access_denied', {
    detail: 'With your own policies, this role would give you more high-risk access than the role has.',
  })
}

/** Grants the role without approval, and leaves a request for a review of it. */
export function breakGlassHandler({
  clock,
  sendJob,
  breakGlassHours,
}: AccessRequestDeps): Handlers<(typeof api)['accessRequests']>['breakGlass'] {
  return async ({ body }, { caller }) =>
    async (tx) => {
      await lockChanges(tx)
      const { role_id: roleId } = body
      if (!(await newBreakGlassRoles(tx, caller.id)).some(({ id }) => id === roleId))
        throw new HttpError('access_denied', { detail: 'Your role may not take this role in an emergency.' })
      const role = (await findAllRoles(tx)).find(({ id }) => id === roleId)
      const grants = await grantsOf(tx, caller.id)
      await requireReviewed(tx, caller.id, clock.now())
      const subjects = [caller.id, ...(await creatorsOf(tx, caller.id))]
      const deciders = await eligibleDeciders(tx, subjects)
      if (!role || !grants) throw new HttpError('not_found')
      if (deciders.length === 0) throw new HttpError('no_decider')
      const requested = roleRequest(role, 'HIGH')
      const transition = transitionOf(grants, requested)
      const { impact } = impactOfUsers(['break-glass', roleId], [{ ...caller, transition }])
      requireOnlyOffered(impact, role)
      const what = `Break-glass access: ${role.name} for ${formatDuration(breakGlassHours)}`
      const keys = [{ key: caller.id, id: caller.id }]
      const states = await readUserStates(tx, [caller.id])
      const users = affectedUsers(keys, states, states)
      const end = new Date((await databaseTime(tx)).getTime() + breakGlassHours * HOUR_MS)
      const { reason, ticket_no } = body
      const { id } = await insertApproval(
        tx,
        {
          kind: 'BREAK_GLASS',
          what,
          endpoint: 'accessRequests.breakGlass',
          input: {},
          resource: 'user',
          records: [caller.id],
          table_name: null,
          subjects,
          count: 1,
          unit: 'user',
          is_high_risk: true,
          effects_hash: Buffer.alloc(0),
          impact,
          changes: [],
          changes_total: 0,
          users,
          users_total: 1,
          takers: [],
          requested_access: requestedAccessOf(requested, { hours: breakGlassHours, until: end }),
          refused: 0,
          reason,
          ticket_no,
          requested_by: caller.id,
        },
        clock.now(),
      )
      const { until } = await grantTemporarily(tx, {
        userId: caller.id,
        gives: { roleId },
        ends: { at: end },
        reason,
        ticketNo: ticket_no,
        isBreakGlass: true,
        grantedBy: null,
        approvalId: id,
      })
      await notifyDeciders(tx, { sendJob, now: clock.now() }, deciders, {
        id,
        what,
        requester: caller.name,
        reason,
        ticket_no,
        expires_at: null,
      })
      const changes = { ...changesOfGrant(grants, requested), until: [null, until.toISOString()] as const }
      return {
        resource: { until: until.toISOString(), approval_id: id },
        audit: [
          { changes, reason },
          { resource: 'approval', action: 'request', id, reason },
        ] as const,
      }
    }
}
