import { Component, type ReactNode } from 'react'
import { Failed } from './failed.tsx'

type Props = { what: string; children: ReactNode }

/** A part of a screen that may break without taking the rest along. */
export class Panel extends Component<Props, { error: unknown }> {
  override state: { error: unknown } = { error: undefined }

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    return <Failed what={this.props.what} error={error} onRetry={() => this.setState({ error: undefined })} />
  }
}
