import { may } from '@backoffice/contract/access'
import { ErrorBoundary } from '../../kit/error-boundary.tsx'
import { Page } from '../../kit/page.tsx'
import { useUser } from '../../session/store.ts'
import { FilesCard } from './files-card.tsx'
import { InquiriesCard } from './inquiries-card.tsx'
import { UploadCard } from './upload-card.tsx'

export function InquiryScreen() {
  const user = useUser()
  return (
    <Page title="SMAC Inquiry" crumbs={[{ label: 'Operate' }]}>
      <ErrorBoundary what="The upload">
        <UploadCard />
      </ErrorBoundary>
      {may(user, 'file:view') && (
        <ErrorBoundary what="The tracked files">
          <FilesCard />
        </ErrorBoundary>
      )}
      {(may(user, 'inquiry:run') || may(user, 'inquiry:view-all')) && (
        <ErrorBoundary what="The past inquiries">
          <InquiriesCard />
        </ErrorBoundary>
      )}
    </Page>
  )
}
