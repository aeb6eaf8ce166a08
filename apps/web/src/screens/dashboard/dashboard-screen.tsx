import { Page } from '../../kit/page.tsx'
import { Panel } from '../../kit/panel.tsx'
import css from './dashboard.module.css'
import { FilesTile } from './files-tile.tsx'
import { InquiriesTile } from './inquiries-tile.tsx'

export function DashboardScreen() {
  return (
    <Page title="Operational Dashboard" crumbs={[{ label: 'Operate' }]}>
      <div className={css.tiles}>
        <Panel what="The files">
          <FilesTile />
        </Panel>
        <Panel what="The inquiries">
          <InquiriesTile />
        </Panel>
      </div>
    </Page>
  )
}
