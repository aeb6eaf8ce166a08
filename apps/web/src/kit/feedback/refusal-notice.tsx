import { isPermission, type Permission } from '@backoffice/contract/access'
import { ApiError, errorMessage } from '../../net/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

type Props = { error?: unknown; title?: string; message?: string }

/** The error of an action, in its dialog or form. A missing permission can be requested. */
export function RefusalNotice({ error, message = errorMessage(error), ...props }: Props) {
  return (
    <Notice tone="bad" live action={accessRequestButton(error)} {...props}>
      {message}
    </Notice>
  )
}

/** Undefined if the error is not a missing permission. */
export function accessRequestButton(error: unknown) {
  const missing = requestablePermission(error)
  return missing && <Button onClick={() => requestAccess(missing)}>Request access</Button>
}

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
