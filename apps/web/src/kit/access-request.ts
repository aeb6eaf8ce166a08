import type { Permission } from '@backoffice/contract/access'

type Open = (permission: Permission) => void

let open: Open = () => {}

/** Registers the dialog in which users request temporary access. */
export function setAccessRequest(next: Open): void {
  open = next
}

export const requestAccess: Open = (permission) => open(permission)
