import { Component, type ReactNode } from 'react'
import { ErrorNotice } from './error-notice.tsx'

type Props = { what: string; children: ReactNode }
type State = { hasError: false } | { hasError: true; error: unknown }

/** Limits an error to a part of a screen. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { hasError: false }

  static getDerivedStateFromError(error: unknown): State {
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
