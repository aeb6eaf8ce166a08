import type { Permission } from './access.ts'
import { addresses, type BodyRules, type Reply } from './endpoint.ts'
import type { userSchemas } from './users.schemas.ts'

/** Letters, and the punctuation of names. */
const PERSON_NAME = /^[\p{L}\s\-'.]+$/u

export const USER_RULES = {
  email: { label: 'Email', rules: 'required|email|max:254' },
  given_name: { label: 'Given name', rules: { required: true, max: 60, regex: PERSON_NAME } },
  family_name: { label: 'Family name', rules: { required: true, max: 60, regex: PERSON_NAME } },
  contact: { label: 'Contact', rules: 'ph_phone_number' },
  employee_no: { label: 'Employee no.', rules: 'max:15' },
  department: { label: 'Department', rules: 'max:60' },
  role_id: { label: 'Role', rules: 'select_required' },
} as const satisfies BodyRules
const { email: _email, role_id: _role, ...PROFILE_RULES } = USER_RULES

/** Number of open files and inquiries that are listed by name. */
export const NAMED_OPEN_WORK = 5
/** Maximum number of users invited in a call. */
export const MOST_INVITED = 200
/** Days for which an invitation can be accepted and its temporary password is valid. */
export const INVITATION_DAYS = 7
export const INVITATION_MS = INVITATION_DAYS * 24 * 3_600_000
export const OFF_BOARDING_MODES = ['disable', 'delete'] as const
export const RESET_MODES = ['reset', 'resend', 'authenticator'] as const
/** Permissions to end a user's access, which also allow handing over their open work. */
export const OFF_BOARDING = ['user:delete', 'user:update-status'] as const
const someone: readonly [Permission, ...Permission[]] = ['user:create', 'user:update']

/** Permissions of users who decide about the access or the held results of others. */
const NAME_READERS: readonly [Permission, ...Permission[]] = [
  ...someone,
  'approval:decide',
  'review:decide',
  'card:unmask',
]

export const userEndpoints = addresses<typeof userSchemas>('user')({
  create: { method: 'POST', path: '/', access: 'user:create', effect: 'write', rules: USER_RULES },
  invite: { method: 'POST', path: '/invite', access: 'user:create', effect: 'write' },
  checkInvitations: { method: 'POST', path: '/invite/check', access: 'user:create', effect: 'read' },
  search: { method: 'GET', path: '/search', access: 'user:view', effect: 'read' },
  similarNames: { method: 'GET', path: '/similar-names', access: { anyOf: NAME_READERS }, effect: 'read' },
  list: { method: 'POST', path: '/list', access: 'user:view', effect: 'read' },
  export: { method: 'POST', path: '/list/export', access: 'user:export', effect: 'write' },
  get: { method: 'GET', path: '/:id', access: 'signed-in', effect: 'read' },
  update: { method: 'PATCH', path: '/:id', access: 'user:update', effect: 'write', rules: PROFILE_RULES },
  updateRole: { method: 'PATCH', path: '/user-role', access: 'user:update', effect: 'write' },
  roleImpact: { method: 'POST', path: '/user-role/impact', access: 'user:update', effect: 'read' },
  updateStatus: { method: 'PATCH', path: '/user-status', access: 'user:update-status', effect: 'write' },
  resetPassword: { method: 'PATCH', path: '/reset-password', access: 'user:reset-password', effect: 'write' },
  remove: { method: 'POST', path: '/delete/:id', access: 'user:delete', effect: 'write' },
  offBoard: { method: 'POST', path: '/off-board', access: { anyOf: OFF_BOARDING }, effect: 'write' },
  openWork: { method: 'GET', path: '/open-work/:id', access: { anyOf: OFF_BOARDING }, effect: 'read' },
  handOver: { method: 'POST', path: '/handover', access: { anyOf: OFF_BOARDING }, effect: 'write' },
  retryProvider: {
    method: 'POST',
    path: '/provider-action/retry',
    access: 'user:update-status',
    effect: 'write',
  },
  sessions: { method: 'GET', path: '/sessions/:id', access: 'user:view', effect: 'read' },
  endSession: {
    method: 'POST',
    path: '/sessions/:id/end',
    access: 'user:update-status',
    effect: 'write',
  },
  endSessions: {
    method: 'POST',
    path: '/sessions/:id/end-all',
    access: 'user:update-status',
    effect: 'write',
  },
  endAccess: {
    method: 'POST',
    path: '/:id/temporary-access/:access_id/end',
    access: 'user:update',
    effect: 'write',
  },
  roleOptions: {
    method: 'GET',
    path: '/role/options',
    access: { anyOf: [...someone, 'user:view', 'role:view'] },
    effect: 'read',
  },
})

export type UserRow = Reply<typeof userEndpoints.list>['items'][number]
export type UserDetail = Reply<typeof userEndpoints.get>
export type ProviderAction = NonNullable<UserRow['provider_action']>
export type InviteOutcome = Reply<typeof userEndpoints.invite>['items'][number]
export type RoleImpact = Reply<typeof userEndpoints.roleImpact>
export type OffBoarding = Reply<typeof userEndpoints.offBoard>
export type OpenWork = Reply<typeof userEndpoints.openWork>

/** An active user without a sign-in for this many days is dormant. */
export const DORMANT_DAYS = 60
