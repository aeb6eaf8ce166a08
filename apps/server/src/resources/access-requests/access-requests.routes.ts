import { type Access, hasAction, hasModule, isPermission, may, moduleOf } from '@backoffice/contract/access'
import type { api } from '@backoffice/contract/api'
import { maxHours } from '@backoffice/contract/durations'
import { accessOf, type Grants, permanentOf, riskOf } from '@backoffice/contract/grants'
import { PERMISSION_LABELS } from '@backoffice/contract/permission-labels'
import type { Reader, Tx } from '../../db/client.ts'
import type { Approver, Caller } from '../../kernel/caller.ts'
import { HttpError, invalidField } from '../../kernel/errors.ts'
import type { Handlers } from '../../kernel/mount.ts'
import { databaseTime } from '../access/access.store.ts'
import { lockAccess, lockChanges, refuseMissing } from '../access/access-lock.ts'
import { missingForTime } from '../access/granting.ts'
import { findAllRoles, grantsOf, grantsOfUsers } from '../access/grants.store.ts'
import { impactOfUsers } from '../access/impact.ts'
import { grantTemporarily } from '../access/temporary-access.store.ts'
import { creatorsOf, findDeciders } from '../approval-requests/deciders.store.ts'
import { policyOptions } from '../policies/policies.store.ts'
import { describeRoles } from '../users/users.store.ts'
import { type AccessRequestDeps, breakGlassHandler, breakGlassRoles } from './break-glass.ts'
import {
  changesOfGrant,
  gainedBy,
  grantSetOf,
  lastingUntil,
  policyRequest,
  type RequestedAccess,
  riskWith,
  roleRequest,
  transitionOf,
  withRequested,
} from './requested-access.ts'

const HOUR_MS = 3_600_000
const MOST_CHOICES = 5
const MOST_NAMED = 5

type Offer = RequestedAccess & { description: string }

export function accessRequestsHandlers(deps: AccessRequestDeps): Handlers<(typeof api)['accessRequests']> {
  const { db, breakGlassHours } = deps
  return {
    options: async ({ body: { permission } }, { caller }) => {
      if (!isPermission(permission)) throw invalidField('permission', 'unknown', 'Unknown permission.')
      const grants = await ownGrants(db, caller)
      const access = accessOf(grants)
      const deciders = await decidersFor(db, caller.id)
      const offers = (await findOffers(db)).flatMap((offer) => {
        const { after } = withRequested(grants, offer)
        if (!may(accessOf(after), permission)) return []
        const gains = gainedBy(grants, offer)
        return [{ offer: { ...offer, risk: riskWith(offer, gains) }, gains }]
      })
      const module = moduleOf(permission)
      return {
        permission,
        label: PERMISSION_LABELS[permission],
        module: { name: module, held: hasModule(access, module) },
        action_held: hasAction(access, permission),
        choices: offers
          .filter(({ gains }) => gains.length > 0)
          .toSorted(byLeast)
          .slice(0, MOST_CHOICES)
          .map(({ offer: { policies: _policies, ...offer }, gains }) => ({
            ...offer,
            modules: [...offer.modules],
            gains: [...gains],
            max_hours: maxHours({ risk: offer.risk, breakGlassHours: null }),
            deciders: deciders
              .filter(
                ({ held }) =>
                  missingForTime(held, grantSetOf({ ...offer, policies: _policies }), gains).length === 0,
              )
              .slice(0, MOST_NAMED)
              .map(({ id, name }) => ({ id, name })),
          })),
        break_glass: {
          roles: (await breakGlassRoles(db, caller.id)).filter(({ id }) =>
            offers.some(({ offer }) => offer.type === 'role' && offer.id === id),
          ),
          hours: breakGlassHours,
        },
      }
    },

    breakGlass: breakGlassHandler(deps),

    create:
      async ({ body: { role_id, policy_id, hours, reason, ticket_no } }, { caller, approver }) =>
      async (tx) => {
        const held = await lockFor(tx, approver)
        const requested = await requireOffer(tx, { role_id, policy_id })
        const grants = await ownGrants(tx, caller)
        const end = new Date((await databaseTime(tx)).getTime() + hours * HOUR_MS)
        const { gained, impact } = effectsOf(grants, requested, { caller, hours, end })
        const most = maxHours({ risk: riskWith(requested, gained), breakGlassHours: null })
        if (hours > most)
          throw invalidField('hours', 'too_long', `This access is given for at most ${inDays(most)}.`)
        if (gained.length === 0) throw new HttpError('invalid', { detail: 'You already have this access.' })
        const set = grantSetOf(requested)
        if (held) refuseMissing(missingForTime(held, set, gained))
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
            what: `Grant ${name} for ${inDays(hours)}`,
            records: [`${caller.id} ${id}`],
            effects: [{ kind: 'ACCESS' as const, count: 1 }],
            impact,
            stated: { reason, ticket_no: ticket_no || null },
            subjects: [caller.id],
            basis: [...set.modules, ...set.statements, ...gained],
            canApprove: (access: Access) => missingForTime(access, set, gained).length === 0,
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

async function decidersFor(db: Reader, userId: string) {
  const excluded = [userId, ...(await creatorsOf(db, userId))]
  const deciders = (await findDeciders(db)).filter(({ id }) => !excluded.includes(id))
  const grants = await grantsOfUsers(
    db,
    deciders.map(({ id }) => id),
  )
  return deciders.flatMap(({ id, name }) => {
    const held = grants.get(id)
    return held ? [{ id, name, held: accessOf(permanentOf(held)) }] : []
  })
}

/** All roles and policies that can be requested. */
async function findOffers(db: Reader): Promise<Offer[]> {
  const [roles, described, policies] = [
    await findAllRoles(db),
    await describeRoles(db),
    await policyOptions(db, undefined),
  ]
  const words = new Map(described.map(({ id, description }) => [id, description]))
  return [
    ...policies.map(({ description, ...policy }) => ({ ...policyRequest(policy), description })),
    ...roles.map((role) => ({
      ...roleRequest(role, riskOf(role.policies.flatMap(({ statements }) => statements))),
      description: words.get(role.id) ?? '',
    })),
  ]
}

type OfferWithGains = { offer: Offer; gains: readonly string[] }

/** Low risk first, then the fewest additional permissions, policies before roles. */
function byLeast(a: OfferWithGains, b: OfferWithGains): number {
  const risk = Number(a.offer.risk === 'HIGH') - Number(b.offer.risk === 'HIGH')
  return risk || a.gains.length - b.gains.length || (a.offer.type < b.offer.type ? -1 : 1)
}

async function requireOffer(
  tx: Tx,
  { role_id, policy_id }: { role_id?: string | undefined; policy_id?: string | undefined },
): Promise<Offer> {
  if ((role_id === undefined) === (policy_id === undefined))
    throw invalidField('role_id', 'invalid', 'Request either a role or a policy.')
  const id = (role_id ?? policy_id ?? '').toLowerCase()
  const type = role_id === undefined ? 'policy' : 'role'
  const offer = (await findOffers(tx)).find((each) => each.id === id && each.type === type)
  if (!offer) throw invalidField(`${type}_id`, 'not_found', `This ${type} does not exist, or was deleted.`)
  return offer
}

function inDays(hours: number): string {
  if (hours % 24 !== 0) return hours === 1 ? '1 hour' : `${hours} hours`
  const days = hours / 24
  return days === 1 ? '1 day' : `${days} days`
}
