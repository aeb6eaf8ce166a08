import { Component, type ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import css from './error-view.module.css'
import { useCopy } from './use-copy.ts'

/** Title of every page or record that does not exist. */
export const NOT_FOUND = 'Page Not Found'
/** Title of every other error that ends a page. */
export const INTERNAL_ERROR = 'Internal Server Error'

type Props = {
  /** The HTTP status. */
  code?: number
  message: string
  /** A likely cause, or a source of help. */
  hint?: string | undefined
  requestId?: string | undefined
  /** True for an error during use, which screen readers announce immediately. */
  alert?: boolean
  /** Buttons and links. */
  children?: ReactNode
  /** Content below the buttons. */
  details?: ReactNode
  /** True in a pane, which has a frame of its own. */
  isInPane?: boolean
}

/** Replaces a screen or record. Uses neither router nor session. */
export function ErrorView({ code, message, hint, requestId, alert = false, ...props }: Props) {
  const { children, details, isInPane = false } = props
  const problem = (
    <div className={css.problem} role={alert ? 'alert' : undefined}>
      {code !== undefined && <p className={css.code}>{code}</p>}
      <p className={css.message}>{message}</p>
      {hint && <p>{hint}</p>}
      {requestId && <RequestId id={requestId} />}
      <div className={css.actions}>{children}</div>
      {details && <div className={css.details}>{details}</div>}
    </div>
  )
  return isInPane ? problem : <Card>{problem}</Card>
}

/** Wraps the router and catches errors of the error views. */
export class RootErrorBoundary extends Component<{ children: ReactNode }, { hasError: boolean }> {
  override state = { hasError: false }

  static getDerivedStateFromError(): { hasError: boolean } {
    return { hasError: true }
  }

  override render() {
    if (!this.state.hasError) return this.props.children
    return (
      <main className={css.page}>
        <title>{`${INTERNAL_ERROR} · Backoffice`}</title>
        <h1>{INTERNAL_ERROR}</h1>
        <ErrorView alert code={500} message="Something went wrong on this page. Reload it to continue.">
          <Button variant="primary" onClick={() => location.reload()}>
            Reload
          </Button>
        </ErrorView>
      </main>
    )
  }
}

/** Id of a call in the server's log, for support requests. */
export function RequestId({ id }: { id: string }) {
  const { copy, status } = useCopy(id)
  return (
    <span className={css.request}>
      <span>
        Request <code className={css.id}>{id}</code>
      </span>
      <button type="button" className={css.copy} aria-label="Copy request id" onClick={copy}>
        Copy
      </button>
      <span role="status">{status}</span>
    </span>
  )
}
