import { Component, type ReactNode } from 'react'
import { ErrorNotice } from './error-notice.tsx'

type Props = { what: string; children: ReactNode }
type State = { hasError: false } | { hasError: true; error: unknown }

/** Around a part of a screen: an error in it leaves the rest of the screen in place. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { hasError: false }

  static getDerivedStateFromError(error: unknown): State {
    // A flag beside the error, because `undefined` can be thrown.
    return { hasError: true, error }
  }

  override render() {
    const { what, children } = this.props
    if (!this.state.hasError) return children
    const retry = () => this.setState({ hasError: false })
    return <ErrorNotice what={what} was="shown" error={this.state.error} onRetry={retry} />
  }
}
