import { type Access, isPermission } from '@backoffice/contract/access'
import type { api } from '@backoffice/contract/api'
import { maxHours } from '@backoffice/contract/durations'
import type { Grants } from '@backoffice/contract/grants'
import type { Reader, Tx } from '../../../db/client.ts'
import type { Approver, Caller } from '../../../kernel/caller.ts'
import { HttpError, invalidField } from '../../../kernel/errors.ts'
import type { Handlers } from '../../../kernel/mount.ts'
import { databaseTime } from '../access.store.ts'
import { lockAccess, lockChanges, refuseMissing } from '../access-lock.ts'
import { missingToGrantTemporarily } from '../granting.ts'
import { grantsOf } from '../grants.store.ts'
import { impactOfUsers } from '../impact.ts'
import { grantTemporarily } from '../temporary-access.store.ts'
import { accessOptions, requireChoice } from './access-choices.ts'
import { type AccessRequestDeps, breakGlassHandler } from './break-glass.ts'
import {
  type AccessTime,
  changesOfGrant,
  formatDuration,
  grantSetOf,
  HOUR_MS,
  lastingUntil,
  phraseTime,
  type RequestedAccess,
  requestedAccessOf,
  riskWith,
  transitionOf,
} from './requested-access.ts'

export function accessRequestsHandlers(deps: AccessRequestDeps): Handlers<(typeof api)['accessRequests']> {
  const { db, breakGlassHours } = deps
  return {
    options: async ({ body: { permission } }, { caller }) => {
      if (!isPermission(permission)) throw invalidField('permission', 'unknown', 'Unknown permission.')
      const grants = await ownGrants(db, caller)
      return accessOptions(db, { userId: caller.id, grants, permission, breakGlassHours })
    },

    breakGlass: breakGlassHandler(deps),

    create:
      async ({ body: { role_id, policy_id, hours, until, reason, ticket_no } }, { caller, approver }) =>
      async (tx) => {
        const held = await lockFor(tx, approver)
        const requested = await requireChoice(tx, { role_id, policy_id })
        const grants = await ownGrants(tx, caller)
        const now = await databaseTime(tx)
        const time = timeOf({ hours, until })
        const end = 'until' in time ? time.until : new Date(now.getTime() + time.hours * HOUR_MS)
        const { gained, impact } = effectsOf(grants, requested, { caller, time, end })
        requireWithin(maxHours(riskWith(requested, gained)), { time, end, now })
        if (gained.length === 0) throw new HttpError('invalid', { detail: 'You already have this access.' })
        const set = grantSetOf(requested)
        if (held) refuseMissing(missingToGrantTemporarily(held, set, gained))
        const { type, id, name, modules } = requested
        const granted = await grantTemporarily(tx, {
          userId: caller.id,
          gives: type === 'role' ? { roleId: id } : { policyId: id, modules },
          ends: 'until' in time ? { at: time.until } : { afterMs: time.hours * HOUR_MS },
          reason,
          ticketNo: ticket_no || null,
          isBreakGlass: false,
          grantedBy: approver?.id ?? null,
          approvalId: null,
        })
        const changes = {
          ...changesOfGrant(grants, requested),
          ...('until' in time
            ? { until: [null, time.until.toISOString()] as const }
            : { hours: [null, time.hours] as const }),
        }
        return {
          resource: { until: granted.until.toISOString() },
          audit: [{ changes, reason }] as const,
          proposal: {
            what: `${name} ${phraseTime(time, now)}`,
            records: [`${caller.id} ${id}`],
            effects: [{ kind: 'ACCESS' as const, count: 1 }],
            impact,
            users: [{ key: caller.id, id: caller.id }],
            requestedAccess: requestedAccessOf(requested, time),
            stated: { reason, ticket_no: ticket_no || null },
            subjects: [caller.id],
            basis: [...set.modules, ...set.statements, ...gained],
            canApprove: (access: Access) => missingToGrantTemporarily(access, set, gained).length === 0,
          },
        }
      },
  }
}

/** Throws 422 unless the call has either an end or a duration. */
function timeOf({ hours, until }: { hours?: number | undefined; until?: string | undefined }): AccessTime {
  if (until !== undefined && hours === undefined) return { until: new Date(until) }
  if (hours !== undefined && until === undefined) return { hours }
  throw invalidField('until', 'invalid', 'Send either the end of the access or its hours.')
}

/** An end is checked when it is requested; until the approval it only gets nearer. Throws 422. */
function requireWithin(most: number, { time, end, now }: { time: AccessTime; end: Date; now: Date }): void {
  const [field] = 'until' in time ? (['until'] as const) : (['hours'] as const)
  if (end <= now) throw invalidField(field, 'past', 'This time has passed. Choose a later one.')
  if (end.getTime() - now.getTime() > most * HOUR_MS)
    throw invalidField(field, 'too_long', `This access is given for at most ${formatDuration(most)}.`)
}

type Request = { caller: Pick<Caller, 'id' | 'name'>; time: AccessTime; end: Date }

/** Gains now, and at the end, when other temporary access has ended that the request would extend. */
function effectsOf(grants: Grants, requested: RequestedAccess, { caller, time, end }: Request) {
  const { id, name } = caller
  const impactOn = (held: Grants) =>
    impactOfUsers(
      ['access', id, requested.id, 'until' in time ? time.until.toISOString() : time.hours],
      [{ id, name, transition: transitionOf(held, requested) }],
    ).impact
  const [now, later] = [impactOn(grants), impactOn(lastingUntil(grants, end))]
  const more = now.gains.filter((gain) => !later.gains.some((each) => each.name === gain.name))
  const gains = [...later.gains, ...more]
  return { gained: gains.map((gain) => gain.name), impact: { ...now, gains } }
}

/** The permanent access of the approver, under the lock of changes of access; null for a request and an operator. */
async function lockFor(tx: Tx, approver: Approver | undefined): Promise<Access | null> {
  if (approver?.caller) return lockAccess(tx, approver.caller, 'approval:decide')
  await lockChanges(tx)
  return null
}

async function ownGrants(db: Reader, { id }: Pick<Caller, 'id'>): Promise<Grants> {
  const grants = await grantsOf(db, id)
  if (!grants) throw new HttpError('user_unknown')
  return grants
}
