import type { Access } from '@backoffice/contract/access'
import type { MenuItem } from '../../ui/menu.tsx'
import { attributesOf, decide, deny, type Need } from '../permission.ts'

/**
 * An item of a menu as the permission has it, like `PermissionGate`: without the module there is none, without the
 * action it stays and says why it does nothing.
 */
export function gatedItem(access: Access, permission: Need, item: MenuItem): readonly MenuItem[] {
  const decision = decide(access, permission)
  if (!decision.isShown) return []
  const { 'aria-disabled': _, ...attributes } = attributesOf(permission, decision)
  return decision.isAllowed
    ? [{ ...item, attributes }]
    : [{ ...item, attributes, isDisabled: true, onRefused: deny }]
}
