import { type Access, isPermission } from '@backoffice/contract/access'
import type { api } from '@backoffice/contract/api'
import { maxHours } from '@backoffice/contract/durations'
import type { Grants } from '@backoffice/contract/grants'
import type { Reader, Tx } from '../../db/client.ts'
import type { Approver, Caller } from '../../kernel/caller.ts'
import { HttpError, invalidField } from '../../kernel/errors.ts'
import type { Handlers } from '../../kernel/mount.ts'
import { databaseTime } from '../access/access.store.ts'
import { lockAccess, lockChanges, refuseMissing } from '../access/access-lock.ts'
import { missingToGrantTemporarily } from '../access/granting.ts'
import { grantsOf } from '../access/grants.store.ts'
import { impactOfUsers } from '../access/impact.ts'
import { grantTemporarily } from '../access/temporary-access.store.ts'
import { accessOptions, requireChoice } from './access-choices.ts'
import { type AccessRequestDeps, breakGlassHandler } from './break-glass.ts'
import {
  changesOfGrant,
  durationInWords,
  grantSetOf,
  HOUR_MS,
  lastingUntil,
  type RequestedAccess,
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
      async ({ body: { role_id, policy_id, hours, reason, ticket_no } }, { caller, approver }) =>
      async (tx) => {
        const held = await lockFor(tx, approver)
        const requested = await requireChoice(tx, { role_id, policy_id })
        const grants = await ownGrants(tx, caller)
        const end = new Date((await databaseTime(tx)).getTime() + hours * HOUR_MS)
        const { gained, impact } = effectsOf(grants, requested, { caller, hours, end })
        const most = maxHours(riskWith(requested, gained))
        if (hours > most)
          throw invalidField(
            'hours',
            'too_long',
            `This access is given for at most ${durationInWords(most)}.`,
          )
        if (gained.length === 0) throw new HttpError('invalid', { detail: 'You already have this access.' })
        const set = grantSetOf(requested)
        if (held) refuseMissing(missingToGrantTemporarily(held, set, gained))
        const { type, id, name, modules } = requested
        const { until } = await grantTemporarily(tx, {
          userId: caller.id,
          gives: type === 'role' ? { roleId: id } : { policyId: id, modules },
          durationMs: hours * HOUR_MS,
          reason,
          ticketNo: ticket_no || null,
          isBreakGlass: false,
          grantedBy: approver?.id ?? null,
          approvalId: null,
        })
        const changes = { ...changesOfGrant(grants, requested), hours: [null, hours] as const }
        return {
          resource: { until: until.toISOString() },
          audit: [{ changes, reason }] as const,
          proposal: {
            what: `Grant ${name} for ${durationInWords(hours)}`,
            records: [`${caller.id} ${id}`],
            effects: [{ kind: 'ACCESS' as const, count: 1 }],
            impact,
            stated: { reason, ticket_no: ticket_no || null },
            subjects: [caller.id],
            basis: [...set.modules, ...set.statements, ...gained],
            canApprove: (access: Access) => missingToGrantTemporarily(access, set, gained).length === 0,
          },
        }
      },
  }
}

type Request = { caller: Pick<Caller, 'id' | 'name'>; hours: number; end: Date }

/** Gains now, and at the end, when other temporary access has ended that the request would extend. */
function effectsOf(grants: Grants, requested: RequestedAccess, { caller, hours, end }: Request) {
  const { id, name } = caller
  const impactOn = (held: Grants) =>
    impactOfUsers(
      ['access', id, requested.id, hours],
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
