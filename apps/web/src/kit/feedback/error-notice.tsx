import { Component, type ReactNode, useState } from 'react'
import { ApiError, errorMessage } from '../../net/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RequestId } from './error-view.tsx'
import { accessRequestButton } from './refusal-notice.tsx'

type Props = {
  what: string
  was?: 'loaded' | 'shown'
  error: unknown
  /** True while the retry runs. */
  busy?: boolean
  onRetry: () => void
}

/** Replaces a part of the screen that could not be loaded or rendered. A missing permission can be requested. */
export function ErrorNotice({ what, was = 'loaded', error, busy = false, onRetry }: Props) {
  const requestId = error instanceof ApiError ? error.requestId : undefined
  return (
    <Notice
      tone="bad"
      title={`${what} could not be ${was}.`}
      live
      action={
        <>
          {accessRequestButton(error)}
          <Button busy={busy} onClick={onRetry}>
            Try again
          </Button>
        </>
      }
    >
      {errorMessage(error)} {requestId && <RequestId key={requestId} id={requestId} />}
    </Notice>
  )
}

/**
 * The error of a query without data, kept during retries. Removing the notice for each retry would announce it again
 * and lose the focus of its button. Null once there is data.
 */
export function useLastingError({ error, data }: { error: Error | null; data: unknown }): Error | null {
  const [last, setLast] = useState<Error | null>(null)
  const lasting = data === undefined ? (error ?? last) : null
  if (lasting !== last) setLast(lasting)
  return lasting
}

type BoundaryProps = { what: string; children: ReactNode }
type BoundaryState = { hasError: false } | { hasError: true; error: unknown }

/** Limits an error to a part of a screen. */
export class ErrorBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { hasError: false }

  static getDerivedStateFromError(error: unknown): BoundaryState {
    // A separate flag, because `undefined` can be thrown.
    return { hasError: true, error }
  }

  override render() {
    const { what, children } = this.props
    if (!this.state.hasError) return children
    const retry = () => this.setState({ hasError: false })
    return <ErrorNotice what={what} was="shown" error={this.state.error} onRetry={retry} />
  }
}
