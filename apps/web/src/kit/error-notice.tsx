import { ApiError, errorMessage } from '../net/api-error.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { RequestId } from './request-id.tsx'

type Props = {
  what: string
  /** Unless told, it is data that did not come. */
  was?: 'loaded' | 'shown'
  error: unknown
  /** It is being read again. */
  busy?: boolean
  onRetry: () => void
}

/** In the place of what could not be loaded or shown. */
export function ErrorNotice({ what, was = 'loaded', error, busy = false, onRetry }: Props) {
  const requestId = error instanceof ApiError ? error.requestId : undefined
  return (
    <Notice
      tone="bad"
      title={`${what} could not be ${was}.`}
      live
      action={
        <Button busy={busy} onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {errorMessage(error)} {requestId && <RequestId key={requestId} id={requestId} />}
    </Notice>
  )
}
