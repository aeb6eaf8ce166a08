import { errorMessage } from '../../net/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { requestAccess, requestablePermission } from './access-request.ts'

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
