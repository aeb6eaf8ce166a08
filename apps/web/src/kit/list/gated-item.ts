import { type Access, hasAction, hasModule, moduleOf, type Permission } from '@backoffice/contract/access'
import type { MenuItem } from '../../ui/menu.tsx'
import { toastDenied } from '../toast.ts'

/**
 * An item of a menu as the permission has it, like `PermissionGate`: without the module there is none, without the
 * action it stays and says why it does nothing.
 */
export function gatedItem(access: Access, permission: Permission, item: MenuItem): readonly MenuItem[] {
  if (!hasModule(access, moduleOf(permission))) return []
  return hasAction(access, permission) ? [item] : [{ ...item, isDisabled: true, onRefused: toastDenied }]
}
