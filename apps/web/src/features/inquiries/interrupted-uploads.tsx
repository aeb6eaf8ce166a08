import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ApiError } from '../../net/api-error.ts'
import { buttonVariant } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { fileQuery } from '../files/tracked/file-queries.ts'
import { forgetInterrupted, useInterrupted } from '../files/tracked/upload/interrupted.ts'
import { useUploads } from '../files/tracked/upload/upload.ts'

/** Uploads interrupted by leaving the page, until they are resumed or cancelled. */
export function InterruptedUploads() {
  const { keys } = useInterrupted()
  const { uploads } = useUploads()
  const isResumed = (key: string) => uploads.some(({ ticket }) => ticket?.sourceFilekey === key)
  return keys
    .filter((key) => !isResumed(key))
    .map((key) => <InterruptedUpload key={key} sourceFilekey={key} />)
}

function InterruptedUpload({ sourceFilekey }: { sourceFilekey: string }) {
  const { data, error } = useQuery(fileQuery(sourceFilekey))
  // Registered, cancelled, or owned by an earlier user of this tab.
  const isOver = data
    ? !data.may.upload
    : error instanceof ApiError && error.status < 500 && error.status >= 400
  useEffect(() => {
    if (isOver) forgetInterrupted(sourceFilekey)
  }, [isOver, sourceFilekey])
  if (!data || isOver) return null
  return (
    <Notice
      tone="warn"
      title={`${data.file_name} was not uploaded completely.`}
      live
      action={
        <Link
          to="/files/$source_filekey"
          params={{ source_filekey: sourceFilekey }}
          {...buttonVariant('plain')}
        >
          Resume upload
        </Link>
      }
    >
      The upload stopped when you left the page.
    </Notice>
  )
}
