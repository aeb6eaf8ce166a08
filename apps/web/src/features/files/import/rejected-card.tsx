import type { ImportPreview, TrackedFile } from '@backoffice/contract/files'
import { plural } from '../../../kit/format/format-number.ts'
import { Card } from '../../../ui/card.tsx'
import { formatNumber } from '../../../ui/format-number.ts'
import { DownloadButton } from '../download-button.tsx'
import css from './import-part.module.css'
import { codeInWords, isFileCode } from './rejection-codes.ts'

/** Rejected rows by code, and the file to fix them in. */
export function RejectedCard({ file, preview }: { file: TrackedFile; preview: ImportPreview }) {
  const conflicts = preview.written?.conflicts ?? 0
  const codes = conflicts > 0 ? [{ code: 'conflict', count: conflicts }, ...preview.by_code] : preview.by_code
  const rejected = preview.rejected + conflicts
  const counted = codes.reduce((sum, { count }) => sum + count, 0)
  return (
    <Card title={plural(rejected, 'rejected row')}>
      <ul className={css.codes}>
        {codes.map(({ code, count }) => (
          <li key={code}>
            {isFileCode(code) && <code>{code}</code>}
            <span>{codeInWords(code, file.category)}</span>
            <strong>{formatNumber(count)}</strong>
          </li>
        ))}
      </ul>
      {counted > rejected && <p className={css.note}>A row with several errors counts for each of them.</p>}
      {file.artifacts.includes('rejected') && (
        <>
          <div className={css.download}>
            <DownloadButton file={file} artifact="rejected" label="Download rejected" />
          </div>
          <p className={css.note}>
            The file has an extra column, <code>_errors</code>, which is ignored when you upload it again.
          </p>
        </>
      )}
    </Card>
  )
}
