import type { Access } from '@backoffice/contract/access'
import type { MenuItem } from '../../ui/menu.tsx'
import { attributesOf, decide, deny, type Need } from '../access/permission.ts'

/**
 * A menu item behind a permission, like `PermissionGate`. It is hidden without the module, and disabled with an
 * explanation without the action.
 */
export function gatedItem(access: Access, permission: Need, item: MenuItem): readonly MenuItem[] {
  const decision = decide(access, permission)
  if (!decision.isShown) return []
  const { 'aria-disabled': _, ...attributes } = attributesOf(permission, decision)
  return decision.isAllowed
    ? [{ ...item, attributes }]
    : [{ ...item, attributes, isDisabled: true, onRefused: () => deny(permission) }]
}
