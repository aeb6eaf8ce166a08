import type { TrackedFile } from '@backoffice/contract/endpoints/files'
import { Link } from '@tanstack/react-router'
import { plural } from '../../kit/format-number.ts'
import { toastFailed } from '../../kit/toast.ts'
import { useLazyModule } from '../../kit/use-lazy-module.ts'
import { buttonVariant } from '../../ui/button.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import { Notice } from '../../ui/notice.tsx'
import { DownloadButton } from './file-actions.tsx'

const uploadAgain = (
  <Link to="/smac_inquiry" {...buttonVariant('primary')}>
    Upload again
  </Link>
)

/** Adds the full stop, which only some reasons have. */
function sentence(reason: string): string {
  return /[.!?]$/.test(reason) ? reason : `${reason}.`
}

/** How the file ended and what to do next; nothing while it is in progress. */
export function Outcome({ file }: { file: TrackedFile }) {
  const { state, counts, failure, artifacts } = file
  switch (state) {
    case 'COMPLETED':
    case 'COMPLETED_WITH_ERRORS':
      return (
        <Notice
          tone={state === 'COMPLETED' ? 'ok' : 'warn'}
          title={
            state === 'COMPLETED'
              ? `All ${plural(counts.total, 'row')} answered.`
              : `${plural(counts.total, 'row')} answered, ${formatNumber(counts.error)} of them as invalid.`
          }
          action={
            artifacts.includes('result_spreadsheet') && (
              <DownloadButton file={file} artifact="result_spreadsheet" label="Download for a spreadsheet" />
            )
          }
        >
          Opening the result in a spreadsheet? Take the copy made for it: spreadsheets ruin 16-digit numbers.
        </Notice>
      )
    case 'FAILED':
      return (
        <Notice tone="bad" title="This did not work, and it is not the file’s fault." live>
          {sentence(failure?.detail ?? 'Something broke on our side')}{' '}
          {file.confirmed_at
            ? 'Retry goes on where the last finished part ended: no row is answered twice.'
            : 'Retry reads the file again.'}
        </Notice>
      )
    case 'REJECTED':
      return (
        <Notice
          tone="bad"
          title={`Rejected${failure ? ` (${failure.code})` : ''}.`}
          action={uploadAgain}
          live
        >
          {sentence(failure?.detail ?? 'The file cannot be read')} Nothing was run. Correct the file and
          upload it again.
        </Notice>
      )
    case 'EXPIRED':
      return (
        <Notice tone="quiet" title="Expired." action={uploadAgain}>
          {file.uploaded_at
            ? 'Nobody confirmed it within 72 hours, so it was not run.'
            : 'The upload was not finished within 24 hours.'}
        </Notice>
      )
    case 'CANCELLED':
      return (
        <Notice tone="quiet" title="Cancelled." action={uploadAgain}>
          {counts.processed > 0
            ? 'The inquiry was stopped before its end; there is no result.'
            : 'It was not run.'}
        </Notice>
      )
    case 'PENDING_UPLOAD':
      return <Pending file={file} />
    default:
      return null
  }
}

const loadPending = () => import('./pending-upload.tsx')

/** The code of uploading is fetched only for a file that needs it. */
function Pending({ file }: { file: TrackedFile }) {
  const pending = useLazyModule(loadPending, true, onLoadFailed)
  return pending ? <pending.PendingUpload file={file} /> : null
}

function onLoadFailed(): void {
  toastFailed('What can be done with this upload cannot be shown: a part of this page could not be loaded.')
}
