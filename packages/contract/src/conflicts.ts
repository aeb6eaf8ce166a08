import { type Access, may, type Permission } from './access.ts'

/** Pairs of permissions that let one person do both sides of a control. They are shown, not forbidden. */
export const CONFLICTING: readonly (readonly [Permission, Permission])[] = [
  ['user:create', 'role:grant'],
  ['approval:manage', 'approval:decide'],
  ['case:create', 'case:resolve'],
]

/** The pairs of which the access has both. */
export function conflictsOf(access: Access): (readonly [Permission, Permission])[] {
  return CONFLICTING.filter((pair) => pair.every((permission) => may(access, permission)))
}
