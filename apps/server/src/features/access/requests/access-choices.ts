import {
  type Access,
  hasAction,
  hasModule,
  may,
  moduleOf,
  type Permission,
} from '@backoffice/contract/access'
import type { AccessChoice, AccessOptions } from '@backoffice/contract/access-requests'
import { maxHours } from '@backoffice/contract/durations'
import { accessOf, type Grants, riskOf } from '@backoffice/contract/grants'
import { PERMISSION_LABELS } from '@backoffice/contract/permission-labels'
import type { Reader, Tx } from '../../../db/client.ts'
import { invalidField } from '../../../kernel/errors.ts'
import { policyOptions } from '../../policies/policies.store.ts'
import { describeRoles } from '../../users/users.store.ts'
import { newBreakGlassRoles } from '../break-glass-offers.store.ts'
import { creatorsOf } from '../deciders.store.ts'
import { missingToGrantTemporarily } from '../granting.ts'
import { findAllRoles, grantsOf } from '../grants.store.ts'
import { eligibleDeciders, type PermanentHolder } from '../permanent-holders.ts'
import {
  gainedBy,
  grantSetOf,
  policyRequest,
  type RequestedAccess,
  riskWith,
  roleRequest,
  withRequested,
} from './requested-access.ts'

const MOST_CHOICES = 5
const MOST_NAMED = 5

type Choice = RequestedAccess & { description: string }
type ChoiceWithGains = { choice: Choice; gains: readonly string[] }

type OptionsRequest = { userId: string; grants: Grants; permission: Permission; breakGlassHours: number }

/** The user's missing access for a permission, and the roles and policies that would give it, the least first. */
export async function accessOptions(
  db: Reader,
  { userId, grants, permission, breakGlassHours }: OptionsRequest,
): Promise<AccessOptions> {
  const access = accessOf(grants)
  const module = moduleOf(permission)
  const found = choicesWith(await findChoices(db), grants, permission)
  const deciders = await eligibleDeciders(db, [userId, ...(await creatorsOf(db, userId))])
  const takeable = (await newBreakGlassRoles(db, userId)).filter(({ id }) =>
    found.some(({ choice }) => choice.type === 'role' && choice.id === id),
  )
  return {
    permission,
    label: PERMISSION_LABELS[permission],
    module: { name: module, held: hasModule(access, module) },
    action_held: hasAction(access, permission),
    choices: found
      .filter(({ gains }) => gains.length > 0)
      .toSorted(byLeast)
      .slice(0, MOST_CHOICES)
      .map((each) => toReply(each, deciders)),
    break_glass: { roles: takeable, hours: breakGlassHours },
  }
}

/** Choices with which the user would have the permission. */
function choicesWith(choices: readonly Choice[], grants: Grants, permission: Permission): ChoiceWithGains[] {
  return choices.flatMap((choice) => {
    if (!may(accessOf(withRequested(grants, choice).after), permission)) return []
    const gains = gainedBy(grants, choice)
    return [{ choice: { ...choice, risk: riskWith(choice, gains) }, gains }]
  })
}

function toReply({ choice, gains }: ChoiceWithGains, deciders: readonly PermanentHolder[]): AccessChoice {
  const { type, id, name, description, risk, modules } = choice
  const canApprove = ({ held }: PermanentHolder) =>
    missingToGrantTemporarily(held, grantSetOf(choice), gains).length === 0
  return {
    ...{ type, id, name, description, risk },
    modules: [...modules],
    gains: [...gains],
    max_hours: maxHours(risk),
    deciders: deciders
      .filter(canApprove)
      .slice(0, MOST_NAMED)
      .map((decider) => ({ id: decider.id, name: decider.name })),
  }
}

/** Finds who could approve that the user gets this role or policy. */
export async function mayGiveAccess(
  db: Reader,
  userId: string,
  { type, id }: Pick<RequestedAccess, 'type' | 'id'>,
): Promise<(held: Access) => boolean> {
  const grants = await grantsOf(db, userId)
  const choice = (await findChoices(db)).find((each) => each.id === id && each.type === type)
  if (!grants || !choice) return () => false
  const [set, gains] = [grantSetOf(choice), gainedBy(grants, choice)]
  return (held) => missingToGrantTemporarily(held, set, gains).length === 0
}

/** Low risk first, then the fewest additional permissions, policies before roles. */
function byLeast(a: ChoiceWithGains, b: ChoiceWithGains): number {
  const risk = Number(a.choice.risk === 'HIGH') - Number(b.choice.risk === 'HIGH')
  return risk || a.gains.length - b.gains.length || (a.choice.type < b.choice.type ? -1 : 1)
}

/** All roles and policies that can be requested. */
async function findChoices(db: Reader): Promise<Choice[]> {
  const [roles, described, policies] = [
    await findAllRoles(db),
    await describeRoles(db),
    await policyOptions(db, undefined),
  ]
  const descriptions = new Map(described.map(({ id, description }) => [id, description]))
  return [
    ...policies.map(({ description, ...policy }) => ({ ...policyRequest(policy), description })),
    ...roles.map((role) => ({
      ...roleRequest(role, riskOf(role.policies.flatMap(({ statements }) => statements))),
      description: descriptions.get(role.id) ?? '',
    })),
  ]
}

type RoleOrPolicyId = { role_id?: string | undefined; policy_id?: string | undefined }

/** Throws 422 unless the ids name one role or one policy. */
export async function requireChoice(
  tx: Tx,
  { role_id, policy_id }: RoleOrPolicyId,
): Promise<RequestedAccess> {
  if ((role_id === undefined) === (policy_id === undefined))
    throw invalidField('role_id', 'invalid', 'Role or policy: request one of the two.')
  const id = role_id ?? policy_id ?? ''
  const type = role_id === undefined ? 'policy' : 'role'
  const choice = (await findChoices(tx)).find((each) => each.id === id && each.type === type)
  if (!choice) throw invalidField(`${type}_id`, 'not_found', `This ${type} does not exist, or was deleted.`)
  return choice
}
