import { may } from '@backoffice/contract/access'
import { ErrorBoundary } from '../../kit/feedback/error-boundary.tsx'
import { useUser } from '../../session/store.ts'
import { FilesCard } from './files-card.tsx'
import { UploadCard } from './upload-card.tsx'

export function FilesTab() {
  const user = useUser()
  return (
    <>
      <ErrorBoundary what="The upload">
        <UploadCard />
      </ErrorBoundary>
      {may(user, 'file:view') && (
        <ErrorBoundary what="The tracked files">
          <FilesCard />
        </ErrorBoundary>
      )}
    </>
  )
}
