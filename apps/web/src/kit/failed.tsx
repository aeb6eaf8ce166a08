import { Failure, wordsOf } from '../api/failure.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

/** In the place of what could not be loaded. */
export function Failed({ what, error, onRetry }: { what: string; error: unknown; onRetry: () => void }) {
  const request = error instanceof Failure ? error.requestId : undefined
  return (
    <Notice
      tone="bad"
      title={`${what} could not be loaded.`}
      live
      action={<Button onClick={onRetry}>Try again</Button>}
    >
      {wordsOf(error)} {request && <small>Request {request}</small>}
    </Notice>
  )
}
