import { PERMISSIONS, RESOURCES, resourceOf } from '@backoffice/contract/access'
import { byResource, HIGH_RISK } from '@backoffice/contract/grants'
import { PERMISSION_LABELS } from '@backoffice/contract/permission-labels'

/** Every resource with its actions, in words. */
export function catalogue() {
  return [...byResource(PERMISSIONS).values()].map((permissions) => {
    // A resource without an action is none.
    const resource = resourceOf(permissions[0] ?? 'dashboard:view')
    const { label, module } = RESOURCES[resource]
    const actions = permissions.map((permission) => ({
      action: permission.slice(resource.length + 1),
      label: PERMISSION_LABELS[permission],
      risk: HIGH_RISK.has(permission) ? ('HIGH' as const) : ('LOW' as const),
    }))
    return { resource, label, module, actions }
  })
}
