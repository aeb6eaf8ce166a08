import { may } from '@backoffice/contract/access'
import { Page } from '../../kit/page.tsx'
import { Panel } from '../../kit/panel.tsx'
import { useUser } from '../../session/store.ts'
import { FilesCard } from './files-card.tsx'
import { InquiriesCard } from './inquiries-card.tsx'
import type { InquirySearch } from './inquiry-search.ts'
import { UploadCard } from './upload-card.tsx'

type Props = { search: InquirySearch; onSearch: (change: InquirySearch) => void }

export function InquiryScreen({ search, onSearch }: Props) {
  const user = useUser()
  return (
    <Page title="SMAC Inquiry" crumbs={[{ label: 'Operate' }]}>
      <Panel what="The upload">
        <UploadCard />
      </Panel>
      {may(user, 'file:view') && (
        <Panel what="The tracked files">
          <FilesCard search={search} onSearch={onSearch} />
        </Panel>
      )}
      {(may(user, 'inquiry:run') || may(user, 'inquiry:view-all')) && (
        <Panel what="The past inquiries">
          <InquiriesCard search={search} onSearch={onSearch} />
        </Panel>
      )}
    </Page>
  )
}
