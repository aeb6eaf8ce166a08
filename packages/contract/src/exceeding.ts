import { type Access, may, type Permission, resourceOf } from './access.ts'
import { HIGH_RISK, permissionsOf } from './grants.ts'

/** Resources whose permissions control access or show every user's actions. */
const ACCESS_RESOURCES: ReadonlySet<string> = new Set([
  'user',
  'role',
  'policy',
  'approval',
  'review',
  'audit',
])

/**
 * Changes of a user. `manage`: status, name, access, sessions, files and deletion. `account`: ways into the account:
 * password, invitation, authenticator and phone.
 */
export type UserChange = 'manage' | 'account'

/** Changes that the caller may not make, because the user's access exceeds the caller's. */
export type Exceeds = Readonly<Record<UserChange, boolean>>

export const EXCEEDS_CALLER =
  'This user has permissions that you do not have. Ask an administrator who has them.'

/** Permissions of the user, or `*:*`, that a caller must hold for the change. */
export function neededToChange(user: Access, change: UserChange): (Permission | '*:*')[] {
  const counts = (permission: Permission) =>
    ACCESS_RESOURCES.has(resourceOf(permission)) || (change === 'account' && HIGH_RISK.has(permission))
  return [...everythingOf(user), ...permissionsOf(user).filter(counts)]
}

const everythingOf = ({ policies }: Access) => (policies.includes('*:*') ? (['*:*'] as const) : [])

/** Permissions of the user, or `*:*`, that the caller lacks and needs for the change. */
export function exceedingOf(user: Access, caller: Access, change: UserChange): (Permission | '*:*')[] {
  const held = new Set<string>([...everythingOf(caller), ...permissionsOf(caller)])
  return neededToChange(user, change).filter((each) => !held.has(each))
}

export function exceedsCaller(user: Access, caller: Access): Exceeds {
  return {
    manage: exceedingOf(user, caller, 'manage').length > 0,
    account: exceedingOf(user, caller, 'account').length > 0,
  }
}

/** Pairs of permissions that let one person do both sides of a control. They are shown, not forbidden. */
const CONFLICTING: readonly (readonly [Permission, Permission])[] = [
  ['user:create', 'role:grant'],
  ['approval:manage', 'approval:decide'],
  ['case:create', 'case:resolve'],
]

/** Conflicting pairs of which the access has both permissions. */
export function conflictsOf(access: Access): (readonly [Permission, Permission])[] {
  return CONFLICTING.filter((pair) => pair.every((permission) => may(access, permission)))
}
