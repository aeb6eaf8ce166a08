import type { Permission } from '@backoffice/contract/access'
import { cloneElement, type MouseEvent, type ReactElement } from 'react'
import { useUser } from '../../session/store.ts'
import { attributesOf, decide, deny, type Need } from './permission.ts'

type Clickable = ReactElement<{
  'data-permission'?: string | undefined
  'data-denied'?: true | undefined
  'aria-disabled'?: boolean | undefined
  disabled?: boolean | undefined
  onClick?: ((event: MouseEvent) => void) | undefined
  onAuxClick?: ((event: MouseEvent) => void) | undefined
}>

/**
 * Hides its child, a button or a link, without the module of the permission. Without the action the child stays visible
 * and focusable, and a click, Enter or Space shows a toast; so does Enter in a field of the form that it submits. The
 * server decides again on the call.
 */
export function PermissionGate({ permission, children }: { permission: Need; children: Clickable }) {
  const decision = decide(useUser(), permission)
  if (!decision.isShown) return null
  const attributes = attributesOf(permission, decision)
  if (decision.isAllowed) return cloneElement(children, { 'data-permission': attributes['data-permission'] })
  // A disabled button takes no focus. The middle mouse button would open a link in another tab.
  const refuse = (event: MouseEvent) => deny(permission, event)
  return cloneElement(children, { ...attributes, disabled: false, onClick: refuse, onAuxClick: refuse })
}

type ScreenGateProps = { permission: Permission | undefined; children: Clickable }

/** Gate of a link to a screen; some screens need no permission. */
export function ScreenGate({ permission, children }: ScreenGateProps) {
  return permission ? <PermissionGate permission={permission}>{children}</PermissionGate> : children
}
