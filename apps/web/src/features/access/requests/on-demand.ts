import { setAccessRequest } from '../../../kit/feedback/refusal-notice.tsx'
import { toastFailed } from '../../../kit/feedback/toast.ts'
import { errorMessage } from '../../../net/api-error.ts'

/** Loads the dialog with the first request. `open` opens a path. */
export function requestAccessOnDemand(open: (path: string) => void): void {
  setAccessRequest((permission) => {
    import('./request-dialog.tsx').then(
      ({ openAccessRequest }) => openAccessRequest(permission, open),
      (error) => toastFailed(errorMessage(error)),
    )
  })
}
