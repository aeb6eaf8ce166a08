import { Component, type ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { ErrorView } from './error-view.tsx'
import css from './root-error-boundary.module.css'

/** Around everything, router included: when even the error view breaks, the page is still not blank. */
export class RootErrorBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true }
  }

  override render() {
    if (!this.state.broken) return this.props.children
    return (
      <main className={css.page}>
        <title>Internal Server Error · Backoffice</title>
        <h1>Internal Server Error</h1>
        <ErrorView alert code={500} words="Something went wrong on this page. Reload it to go on.">
          <Button variant="primary" onClick={() => location.reload()}>
            Reload
          </Button>
        </ErrorView>
      </main>
    )
  }
}
