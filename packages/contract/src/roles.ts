import { addresses, type BodyRules, type Reply } from './endpoint.ts'
import type { roleSchemas } from './roles.schemas.ts'

export const ROLE_RULES = {
  name: { label: 'Name', rules: 'required|max:50' },
  description: { label: 'Description', rules: 'max:200' },
  modules: { label: 'Modules', rules: 'select_required' },
  policy_ids: { label: 'Policies', rules: 'select_required' },
} as const satisfies BodyRules

export const roleEndpoints = addresses<typeof roleSchemas>('user')({
  list: { method: 'GET', path: '/role', access: 'role:view', effect: 'read' },
  create: { method: 'POST', path: '/role', access: 'role:create', effect: 'write', rules: ROLE_RULES },
  export: { method: 'POST', path: '/role/export', access: 'role:export', effect: 'write' },
  get: { method: 'GET', path: '/role/:id', access: 'role:view', effect: 'read' },
  update: { method: 'PATCH', path: '/role/:id', access: 'role:update', effect: 'write', rules: ROLE_RULES },
  remove: { method: 'DELETE', path: '/role/:id', access: 'role:delete', effect: 'write' },
})

export type RoleRow = Reply<typeof roleEndpoints.list>['items'][number]
export type Role = Reply<typeof roleEndpoints.get>

/** Role of a user whose role is removed, unless the reviewer chooses another. */
export const DEFAULT_REPLACEMENT = 'Operations viewer'

/** True for the starter role, but not for another role of that name. */
export const isDefaultReplacement = ({ name, is_system }: { name: string; is_system: boolean }) =>
  is_system && name === DEFAULT_REPLACEMENT
/** Why the role takes no other role in an emergency. */
export const NO_BREAK_GLASS = 'Reviews give this role to users whose role they remove'
