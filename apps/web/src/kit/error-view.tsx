import { Component, type ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import css from './error-view.module.css'
import { RequestId } from './request-id.tsx'

type Props = {
  /** The HTTP status, if there is one. */
  code?: number
  message: string
  /** A likely cause, or where to ask for help. */
  hint?: string | undefined
  requestId?: string | undefined
  /** For an error during use, which screen readers announce at once. */
  alert?: boolean
  /** Buttons and links. */
  children?: ReactNode
  /** Below them. */
  details?: ReactNode
}

/** Stands in place of a screen. Uses neither router nor session. */
export function ErrorView({ code, message, hint, requestId, alert = false, children, details }: Props) {
  return (
    <Card>
      <div className={css.problem} role={alert ? 'alert' : undefined}>
        {code !== undefined && <p className={css.code}>{code}</p>}
        <p className={css.message}>{message}</p>
        {hint && <p>{hint}</p>}
        {requestId && <RequestId id={requestId} />}
        <div className={css.actions}>{children}</div>
        {details && <div className={css.details}>{details}</div>}
      </div>
    </Card>
  )
}

/** Around the router: catches what the error views themselves throw. */
export class RootErrorBoundary extends Component<{ children: ReactNode }, { hasError: boolean }> {
  override state = { hasError: false }

  static getDerivedStateFromError(): { hasError: boolean } {
    return { hasError: true }
  }

  override render() {
    if (!this.state.hasError) return this.props.children
    return (
      <main className={css.page}>
        <title>Internal Server Error · Backoffice</title>
        <h1>Internal Server Error</h1>
        <ErrorView alert code={500} message="Something went wrong on this page. Reload it to go on.">
          <Button variant="primary" onClick={() => location.reload()}>
            Reload
          </Button>
        </ErrorView>
      </main>
    )
  }
}
