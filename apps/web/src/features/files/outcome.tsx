import type { TrackedFile } from '@backoffice/contract/files'
import { Link } from '@tanstack/react-router'
import { plural } from '../../kit/format/format-number.ts'
import { useLazyPart } from '../../kit/lazy/use-lazy.tsx'
import { routePath } from '../../kit/navigation/navigation.ts'
import { buttonVariant } from '../../ui/button.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import { Notice } from '../../ui/notice.tsx'
import { HeldNotice, ReleasedNotice } from './inquiry/held-notice.tsx'
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

/** Sentences about an ended file. */
type Words = {
  done: string
  /** True if the result is complete but probably not what the owner wanted. */
  isDoubtful?: boolean
  afterDone: string
  retry: string
  rejected: string
  expired: string
  cancelled: string
}

export function wordsOf(file: TrackedFile): Words {
  switch (file.kind) {
    case 'inquiry':
      return inquiryWords(file)
    case 'import':
      return importWords(file)
    case 'export':
      return {
        ...UNUSED,
        done: `${plural(file.counts.total, 'row')} exported.`,
        afterDone: 'Cells that look like formulas start with a quote.',
        retry: 'Retry starts the export again.',
        cancelled: 'There is no file to download.',
      }
    case 'action':
      return actionWords(file)
  }
}

/** Exports and actions are neither uploaded nor confirmed. */
const UNUSED = { rejected: '', expired: '' }

/** An upload that was never checked waited for its matching. */
function notInTime({ validated_at }: TrackedFile): string {
  return validated_at === null ? 'Its columns were not matched' : 'It was not confirmed'
}

function inquiryDone({ state, counts }: TrackedFile): string {
  if (counts.found === 0) return 'None of these cards was found. Is this the right file?'
  if (state !== 'COMPLETED') return `${formatNumber(counts.error)} of ${plural(counts.total, 'row')} invalid.`
  return counts.total === 1 ? 'The row is processed.' : `All ${plural(counts.total, 'row')} processed.`
}

function inquiryWords(file: TrackedFile): Words {
  const { counts, confirmed_at } = file
  return {
    done: inquiryDone(file),
    isDoubtful: counts.found === 0,
    // Others see the rows instead.
    afterDone: 'Your role can’t download files, so the rows are not shown.',
    retry: confirmed_at
      ? 'Retry continues after the last finished part. No row is processed twice.'
      : 'Retry reads the file again.',
    rejected: 'Nothing was run. Fix the file and upload it again.',
    expired: `${notInTime(file)} within 72 hours, so it did not run.`,
    cancelled:
      counts.processed > 0
        ? 'The inquiry was stopped before it finished. There is no result.'
        : 'The file did not run.',
  }
}

function importWords(file: TrackedFile): Words {
  const { preview, confirmed_at, failure, category } = file
  const isNew = categoryOf({ category }).imports?.changesOnly
    ? ''
    : `${formatNumber(preview?.written?.new ?? 0)} new, `
  const written = preview?.written
  const conflicts = written?.conflicts ?? 0
  const rejected = preview?.rejected ?? 0
  const stayedOut = [
    rejected > 0 && `${plural(rejected, 'rejected row')} skipped`,
    conflicts > 0 && `${plural(conflicts, 'row')} skipped because of changes after the check`,
  ].filter(Boolean)
  return {
    // An all-or-nothing import fails if its records changed after the check.
    done: failure
      ? 'Nothing was imported.'
      : written
        ? `Imported: ${isNew}${formatNumber(written.changed)} changed.`
        : 'Imported.',
    afterDone: failure
      ? failure.detail.replace(/^Nothing was imported: (.)/, (_, first: string) => first.toUpperCase())
      : stayedOut.length > 0
        ? `${stayedOut.join(', ')}. Download the rejected rows, fix them and upload them again.`
        : 'Every row of the file is imported.',
    retry: confirmed_at
      ? 'Nothing was written. Retry starts the import again.'
      : 'Retry reads the file again.',
    rejected: 'Nothing was imported. Fix the file and upload it again.',
    expired: `${notInTime(file)} within 72 hours, so it was not imported.`,
    cancelled: 'Nothing was imported.',
  }
}

const DONE = { activate: 'activated', deactivate: 'deactivated', delete: 'deleted', map: 'mapped' } as const

function mappingWords({ counts }: TrackedFile): Words {
  const mapped = plural(counts.valid, 'transaction')
  return {
    ...UNUSED,
    done: `${mapped} mapped${counts.skipped > 0 ? `, ${formatNumber(counts.skipped)} left` : ''}.`,
    afterDone:
      counts.skipped > 0
        ? 'The others have no row in force for their business date and company.'
        : 'No transaction is waiting for these codes.',
    retry: 'Retry continues with the remaining transactions.',
    cancelled: `${mapped} mapped before it was stopped. The others are still waiting.`,
  }
}

function actionWords(file: TrackedFile): Words {
  const { counts, action } = file
  if (action?.action === 'map') return mappingWords(file)
  const done = action ? DONE[action.action] : 'done'
  return {
    ...UNUSED,
    done: `${plural(counts.valid, 'row')} ${done}${counts.error > 0 ? `, ${formatNumber(counts.error)} refused` : ''}.`,
    afterDone:
      counts.error > 0
        ? 'Download the outcomes to see what happened to each row and why rows were refused.'
        : 'Download the outcomes to see what happened to each row.',
    retry: 'Retry continues with the remaining rows.',
    cancelled: `${plural(counts.valid, 'row was', 'rows were')} ${done} before it was stopped.`,
  }
}
