import { ErrorBoundary } from '../../kit/error-boundary.tsx'
import { Page } from '../../kit/page.tsx'
import css from './dashboard.module.css'
import { FilesTile } from './files-tile.tsx'
import { InquiriesTile } from './inquiries-tile.tsx'

export function DashboardScreen() {
  return (
    <Page title="Operational Dashboard" crumbs={[{ label: 'Operate' }]}>
      <div className={css.tiles}>
        <ErrorBoundary what="The files">
          <FilesTile />
        </ErrorBoundary>
        <ErrorBoundary what="The inquiries">
          <InquiriesTile />
        </ErrorBoundary>
      </div>
    </Page>
  )
}
