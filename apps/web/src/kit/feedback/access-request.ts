import { isPermission, type Permission } from '@backoffice/contract/access'
import { ApiError } from '../../net/api-error.ts'

type Open = (permission: Permission) => void

let open: Open = () => {}

/** Registers the dialog in which users request temporary access. */
export function setAccessRequest(next: Open): void {
  open = next
}

export const requestAccess: Open = (permission) => open(permission)

/** The permission that the refused call missed and that its caller can request. */
export function requestablePermission(error: unknown): Permission | undefined {
  return error instanceof ApiError ? error.missing.find(isPermission) : undefined
}
