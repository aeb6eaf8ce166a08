import { Component, type ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import css from './last-resort.module.css'
import { Problem } from './problem.tsx'

/** Around everything, router included: when even the error view breaks, the page is still not blank. */
export class LastResort extends Component<{ children: ReactNode }, { broken: boolean }> {
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
        <Problem alert code={500} words="Something went wrong on this page. Reload it to go on.">
          <Button look="primary" onClick={() => location.reload()}>
            Reload
          </Button>
        </Problem>
      </main>
    )
  }
}
