import { CASE_REPLY_RESULTS } from '@backoffice/contract/case-replies'
import { MAX_IMPORT_FILE_BYTES, MAX_IMPORT_ROWS } from '@backoffice/contract/file-kinds'
import { layoutOfCategory } from '@backoffice/contract/import-layouts'
import { tableOf } from '@backoffice/contract/tables/tables'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ErrorNotice, useLastingError } from '../../../../kit/feedback/error-notice.tsx'
import { FilePicker } from '../../../../kit/form/file-picker.tsx'
import { call } from '../../../../net/call.ts'
import { buttonVariant } from '../../../../ui/button.tsx'
import { Dialog, DialogHead } from '../../../../ui/dialog.tsx'
import { formatNumber } from '../../../../ui/format-number.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { useTextUrl, workbookUrl } from '../download.ts'
import { isInProgress, useUploads } from '../upload/upload.ts'
import { ACCEPTED_TYPES, chooseFiles } from '../upload/upload-on-demand.tsx'
import { UploadProgress } from '../upload/upload-progress.tsx'
import { dispatch } from '../upload/upload-runner.ts'
import css from './import-dialog.module.css'
import { importEndpoints } from './import-endpoints.ts'

type Props = { category: string; onClose: () => void }

/** Template and upload of an import; the file's screen shows the check and the confirmation. */
export function ImportDialog({ category, onClose }: Props) {
  const all = useUploads((state) => state.uploads)
  const uploads = all.filter((upload) => upload.category === category)
  const isBusy = uploads.some(isInProgress)
  const table = tableOf(category)
  const title = table ? `Import ${table.plural}` : 'Import posting reply'
  const required = layoutOfCategory(category).required.join(', ')

  // The screen of the first file opens in its place.
  const isDone = uploads.length > 0 && uploads.every(({ step }) => step === 'done')
  useEffect(() => {
    if (isDone) onClose()
  }, [isDone, onClose])

  function choose(files: readonly File[]) {
    // A corrected file replaces a rejected one.
    for (const { id, step } of uploads) if (step === 'failed') dispatch(id, { type: 'reset' })
    chooseFiles(files, category)
  }

  return (
    <Dialog label={title} place="top" onClose={onClose}>
      <DialogHead title={title} onClose={onClose} />
      <ol className={css.steps}>
        <li>
          {table ? <TableStart columns={required} /> : <ReplyStart columns={required} />}
          <TemplateLink category={category} />
        </li>
        <li>
          <h3>Upload one or several files</h3>
          <p>
            CSV in UTF-8 or Excel (.xlsx, .xlsm), each up to {formatNumber(MAX_IMPORT_ROWS)} rows or{' '}
            {MAX_IMPORT_FILE_BYTES / 1024 ** 2} MB. Files of other systems are fine: you match their columns.
          </p>
          {!isBusy && (
            <FilePicker
              label="CSV or Excel files"
              name="file"
              accept={ACCEPTED_TYPES}
              multiple
              value={[]}
              onChange={choose}
              onBlur={() => undefined}
            />
          )}
          {uploads.map((upload) => (
            <UploadProgress key={upload.id} upload={upload} />
          ))}
        </li>
        <li>
          <h3>Review the changes, then confirm</h3>
          <p>Nothing is written until you have reviewed the check and selected Import there.</p>
        </li>
      </ol>
    </Dialog>
  )
}

function TableStart({ columns }: { columns: string }) {
  return (
    <>
      <h3>Start from the template or a re-importable export</h3>
      <p>
        Rows are matched by <code>{columns}</code>: new rows are added, existing rows are changed. Columns
        that are not in the file keep their values.
      </p>
    </>
  )
}

function ReplyStart({ columns }: { columns: string }) {
  const results = Object.keys(CASE_REPLY_RESULTS).join(', ')
  return (
    <>
      <h3>Start from the posting team’s file or the template</h3>
      <p>
        The columns <code>{columns}</code> are required. A result is one of <code>{results}</code>. REJECTED
        rejects the case, the others resolve it.
      </p>
    </>
  )
}

/** Download links of the template, which is fetched with the dialog because a link cannot send the token. */
function TemplateLink({ category }: { category: string }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['template', category],
    queryFn: ({ signal }) => call(importEndpoints(category).template, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const lastingError = useLastingError({ error, data })
  const url = useTextUrl(data?.content, 'text/csv;charset=utf-8')
  if (lastingError)
    return <ErrorNotice what="The template" error={lastingError} busy={isFetching} onRetry={refetch} />
  return (
    <div className={css.templates}>
      <a
        {...buttonVariant('plain')}
        href={url}
        download={data?.file_name}
        aria-disabled={url === undefined || undefined}
      >
        <Icon name="download" /> Download template
      </a>
      {/* A server of the former release sends none. */}
      {data?.workbook && (
        <a
          {...buttonVariant('plain')}
          href={workbookUrl(data.workbook)}
          download={data.file_name.replace(/csv$/, 'xlsx')}
        >
          <Icon name="download" /> Excel template
        </a>
      )}
    </div>
  )
}
