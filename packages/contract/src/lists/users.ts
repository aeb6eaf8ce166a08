import { MODULES } from '../access.ts'
import { list } from '../list.ts'
import { keysOf, recordOf } from '../objects.ts'
import { DORMANT_DAYS } from '../users.ts'

const both = { filter: true, sort: true } as const

export const USER_STATUS_LABELS = {
  PENDING: 'Pending',
  ACTIVE: 'Active',
  DISABLED: 'Disabled',
  DELETED: 'Deleted',
} as const
export type UserStatus = keyof typeof USER_STATUS_LABELS

/** `MISSING`: a role in force requires an authenticator, and the user has none. */
export const SECOND_FACTOR_LABELS = {
  AUTHENTICATOR: 'Authenticator',
  NONE: 'None',
  MISSING: 'Required, not set up',
} as const
export const SECOND_FACTORS = keysOf(SECOND_FACTOR_LABELS)
export type SecondFactor = keyof typeof SECOND_FACTOR_LABELS

export const usersList = list({
  name: 'users',
  title: 'Users',
  fields: {
    name: { label: 'Name', type: 'text', ...both },
    email: { label: 'Email', type: 'text', ...both },
    /** Matches the role's name. */
    role: { label: 'Role', type: 'choice', ...both },
    module: { label: 'Module', type: 'choice', options: choices(MODULES), filter: true },
    /** Deleted users are listed only if the filter includes them. */
    status: { label: 'Status', type: 'choice', options: USER_STATUS_LABELS, ...both },
    second_factor: { label: 'Second factor', type: 'choice', options: SECOND_FACTOR_LABELS, ...both },
    sign_in: {
      label: 'Sign-in',
      type: 'choice',
      options: { NEVER: 'Never signed in', DORMANT: `Dormant for ${DORMANT_DAYS} days` },
      filter: true,
    },
    temporary_access: {
      label: 'Temporary access',
      type: 'choice',
      options: { YES: 'In force', NO: 'None' },
      filter: true,
    },
    department: { label: 'Department', type: 'text', ...both },
    employee_no: { label: 'Employee no.', type: 'code', ...both },
    last_sign_in_at: { label: 'Last sign-in', type: 'time', ...both },
    created_at: { label: 'Account since', type: 'time', ...both },
  },
  sort: ['name:asc'],
  ties: ['email:asc'],
})

const RISK_LABELS = { LOW: 'Low', HIGH: 'High' } as const

export const rolesList = list({
  name: 'roles',
  title: 'Roles',
  fields: {
    name: { label: 'Name', type: 'text', ...both },
    description: { label: 'Description', type: 'text', ...both },
    module: { label: 'Module', type: 'choice', options: choices(MODULES), filter: true },
    kind: { label: 'Type', type: 'choice', options: { system: 'Built-in', own: 'Custom' }, filter: true },
    policy_count: { label: 'Policies', type: 'number', ...both },
    risk: { label: 'Risk', type: 'choice', options: RISK_LABELS, ...both },
    user_count: { label: 'Users', type: 'number', ...both },
    updated_at: { label: 'Changed', type: 'time', ...both },
  },
  sort: ['name:asc'],
})

export const policiesList = list({
  name: 'policies',
  title: 'Policies',
  fields: {
    name: { label: 'Name', type: 'text', ...both },
    description: { label: 'Description', type: 'text', ...both },
    risk: { label: 'Risk', type: 'choice', options: RISK_LABELS, ...both },
    /** Matches an exact statement. */
    statement: { label: 'Statement', type: 'code', filter: true },
    kind: { label: 'Type', type: 'choice', options: { system: 'Built-in', own: 'Custom' }, filter: true },
    role_count: { label: 'Roles', type: 'number', ...both },
    /** Users who have it as an extra policy. */
    user_count: { label: 'Direct users', type: 'number', ...both },
    updated_at: { label: 'Changed', type: 'time', ...both },
  },
  sort: ['name:asc'],
})

function choices<const V extends string>(values: readonly V[]) {
  return recordOf(values, (value): string => value)
}
