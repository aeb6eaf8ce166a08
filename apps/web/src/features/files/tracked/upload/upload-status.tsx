import { Link, type LinkProps } from '@tanstack/react-router'
import { routePath } from '../../../../kit/navigation/navigation.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { Progress } from '../../../../ui/progress.tsx'
import { listPathOf } from '../categories.ts'
import { isInProgress, sentBytes, type Upload, useShownUploads, useUploads } from './upload.ts'
import css from './upload-status.module.css'

/** Progress of the uploads that the screen does not show, for the header, with a link to the screen that does. */
export function UploadStatus() {
  const { uploads } = useUploads()
  const { ids } = useShownUploads()
  const summary = summaryOf(uploads.filter(({ id }) => !ids.has(id)))
  const failed = summary?.hasFailed ? summary : undefined
  return (
    <>
      {summary && !failed && <Status summary={summary} />}
      {/* Always mounted, so that screen readers announce a failure. */}
      <span role="status">{failed && <Status summary={failed} />}</span>
    </>
  )
}

function Status({ summary }: { summary: UploadSummary }) {
  const { subject, percent, hasFailed } = summary
  return (
    <Link {...linkOf(summary)} className={css.status} data-failed={hasFailed || undefined} title={subject}>
      <Icon name={hasFailed ? 'warning' : 'upload'} />
      {!hasFailed && <span className="visually-hidden">Uploading</span>}
      <span className={css.subject}>{subject}</span>
      <span className={css.percent}>{hasFailed ? 'not uploaded' : `${percent}%`}</span>
      {!hasFailed && (
        <span className={css.bar} aria-hidden="true">
          <Progress thin label={`Upload of ${subject}`} value={percent} />
        </span>
      )}
    </Link>
  )
}

/** An import is shown by its file, or, if it failed before it had one, in a dialog of its table. */
function linkOf({ sourceFilekey, category }: UploadSummary): LinkProps {
  const to = listPathOf({ category }) ?? '/files'
  if (to === '/smac_inquiry') return { to, search: { tab: 'file' } }
  if (sourceFilekey === undefined) return { to: routePath(to) }
  return { to: '/files/$source_filekey', params: { source_filekey: sourceFilekey } }
}

type UploadSummary = {
  /** Name of the only upload, or the number of uploads. */
  subject: string
  /** Share of all bytes that is sent, 0 to 100. */
  percent: number
  hasFailed: boolean
  category: string
  /** The file of the only upload, once it has one. */
  sourceFilekey: string | undefined
}

/** Failed uploads if there are any, otherwise those in progress; undefined without either. */
export function summaryOf(uploads: readonly Upload[]): UploadSummary | undefined {
  const failed = uploads.filter(({ step }) => step === 'failed')
  const shown = failed.length > 0 ? failed : uploads.filter(isInProgress)
  const [first, ...others] = shown
  if (!first) return undefined
  const total = shown.reduce((sum, { size }) => sum + size, 0)
  const sent = shown.reduce((sum, upload) => sum + sentBytes(upload), 0)
  const isOnly = others.length === 0
  return {
    subject: isOnly ? first.name : `${shown.length} files`,
    percent: total === 0 ? 0 : Math.floor((sent / total) * 100),
    hasFailed: failed.length > 0,
    category: first.category,
    sourceFilekey: isOnly ? first.ticket?.sourceFilekey : undefined,
  }
}
