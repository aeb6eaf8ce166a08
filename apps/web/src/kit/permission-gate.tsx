import { hasAction, hasModule, moduleOf, type Permission } from '@backoffice/contract/access'
import { cloneElement, type MouseEvent, type ReactElement } from 'react'
import { useUser } from '../session/store.ts'
import { toastDenied } from './toast.ts'

type Clickable = ReactElement<{ 'aria-disabled'?: boolean; onClick?: (event: MouseEvent) => void }>

/**
 * Without the module of the permission its child is not rendered. Without the action it stays visible and focusable, and
 * a click shows a toast. The server decides again on the call.
 */
export function PermissionGate({ permission, children }: { permission: Permission; children: Clickable }) {
  const user = useUser()
  if (!hasModule(user, moduleOf(permission))) return null
  if (hasAction(user, permission)) return children
  return cloneElement(children, { 'aria-disabled': true, onClick: deny })
}

function deny(event: MouseEvent): void {
  event.preventDefault()
  event.stopPropagation()
  toastDenied()
}
