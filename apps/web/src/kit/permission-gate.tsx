import { hasAction, hasModule, moduleOf, type Permission } from '@backoffice/contract/access'
import { cloneElement, type MouseEvent, type ReactElement } from 'react'
import { useUser } from '../session/store.ts'
import { toastDenied } from './toast.ts'

type Clickable = ReactElement<{ 'aria-disabled'?: boolean; onClick?: (event: MouseEvent) => void }>

/**
 * Without the permission's module its child is not there. Without its action the child stays to be seen
 * and focused, and a click on it is answered with a toast. The server decides again on the call.
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
