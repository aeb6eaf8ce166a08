import type { UploadColumns } from '@backoffice/contract/columns'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { plural } from '../../kit/format/format-number.ts'
import { Notice } from '../../ui/notice.tsx'

export type AlsoMatched = UploadColumns['same_headers']

/** Links to the files that the last matching on this screen also covered. */
export function AlsoMatchedNotice({ files }: { files: AlsoMatched }) {
  if (files.length === 0) return null
  return (
    <Notice tone="info">
      {plural(files.length, 'more file is', 'more files are')} checked with the same matching:{' '}
      {files.map(({ source_filekey, file_name }, index) => (
        <Fragment key={source_filekey}>
          {index > 0 && ', '}
          <Link to="/files/$source_filekey" params={{ source_filekey }}>
            {file_name}
          </Link>
        </Fragment>
      ))}
    </Notice>
  )
}
