import type { TrackedFile } from '@backoffice/contract/files'
import { Link } from '@tanstack/react-router'
import { useLazyPart } from '../../kit/lazy/use-lazy.tsx'
import { routePath } from '../../kit/navigation/navigation.ts'
import { buttonVariant } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { HeldNotice, ReleasedNotice } from './inquiry/held-notice.tsx'
import { wordsOf } from './outcome-words.ts'
import { categoryOf, listPathOf } from './tracked/categories.ts'
import { canRunAgain } from './tracked/file-writes.ts'

/** Link to the list where the next file is uploaded or started. */
function BackLink({ file }: { file: TrackedFile }) {
  const to = listPathOf(file)
  if (!to) return null
  const isRepeatable = file.kind === 'inquiry' || (file.kind === 'import' && file.confirmed_at === null)
  return (
    <Link to={routePath(to)} {...buttonVariant(isRepeatable && !canRunAgain(file) ? 'primary' : 'plain')}>
      {isRepeatable ? 'Upload again' : `Open ${categoryOf(file).label}`}
    </Link>
  )
}

/** Adds a full stop if the reason has none. */
function sentence(reason: string): string {
  return /[.!?]$/.test(reason) ? reason : `${reason}.`
}

/** Outcome and next step of an ended file. */
export function Outcome({ file }: { file: TrackedFile }) {
  const { state, failure, hold } = file
  const words = wordsOf(file)
  switch (state) {
    case 'COMPLETED':
    case 'COMPLETED_WITH_ERRORS':
      if (hold?.is_held) return <HeldNotice file={file} hold={hold} />
      if (file.kind === 'inquiry' && !file.artifacts.includes('result'))
        return (
          <Notice tone="quiet" title="The result is no longer stored." action={<BackLink file={file} />}>
            It was removed 90 days after the upload. Upload the file again for current data.
          </Notice>
        )
      return (
        <>
          <Notice
            tone={state === 'COMPLETED' && !words.isDoubtful ? 'ok' : 'warn'}
            title={words.done}
            action={file.kind !== 'inquiry' && <BackLink file={file} />}
          >
            {words.afterDone}
          </Notice>
          {hold && <ReleasedNotice hold={hold} />}
        </>
      )
    case 'FAILED':
      return (
        <Notice tone="bad" title="Processing failed. The file is not the cause." live>
          {sentence(failure?.detail ?? 'Something broke on our side')} {words.retry}
        </Notice>
      )
    case 'REJECTED':
      return (
        <Notice
          tone="bad"
          title={`Rejected${failure ? ` (${failure.code})` : ''}.`}
          action={<BackLink file={file} />}
          live
        >
          {sentence(failure?.detail ?? 'The file cannot be read')} {words.rejected}
        </Notice>
      )
    case 'EXPIRED':
      return (
        <Notice tone="quiet" title="Expired." action={<BackLink file={file} />}>
          {file.uploaded_at ? words.expired : 'The upload was not finished within 24 hours.'}
        </Notice>
      )
    case 'CANCELLED':
      return (
        <Notice tone="quiet" title="Cancelled." action={<BackLink file={file} />}>
          {words.cancelled}
        </Notice>
      )
    case 'PENDING_UPLOAD':
      return <Pending file={file} />
    default:
      return null
  }
}

const loadPending = () => import('./pending-upload.tsx')

/** Loads the upload code only for a pending file. */
function Pending({ file }: { file: TrackedFile }) {
  const [pending, failure] = useLazyPart('The upload options', loadPending)
  return pending ? <pending.PendingUpload file={file} /> : failure
}
