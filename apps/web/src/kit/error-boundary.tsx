import { Component, type ReactNode } from 'react'
import { ErrorNotice } from './error-notice.tsx'

type Props = { what: string; children: ReactNode }
type State = { broken: false } | { broken: true; error: unknown }

/** A part of a screen that may break without taking the rest along. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { broken: false }

  static getDerivedStateFromError(error: unknown): State {
    // A flag of its own: `undefined` can be thrown too.
    return { broken: true, error }
  }

  override render() {
    const { what, children } = this.props
    if (!this.state.broken) return children
    const retry = () => this.setState({ broken: false })
    return <ErrorNotice what={what} was="shown" error={this.state.error} onRetry={retry} />
  }
}
