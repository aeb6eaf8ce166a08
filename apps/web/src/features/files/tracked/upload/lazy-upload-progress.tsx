import { useState } from 'react'
import { useLazyModule } from '../../../../kit/lazy/use-lazy.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import type { Upload } from './upload.ts'
import { loadProgress } from './upload-on-demand.ts'

/** An upload with its progress, whose code loads on demand. On an error, a reload would interrupt the upload. */
export function LazyUploadProgress({ upload }: { upload: Upload }) {
  const [hasFailed, setFailed] = useState(false)
  const progress = useLazyModule(loadProgress, true, () => setFailed(true))
  if (progress) return <progress.UploadProgress upload={upload} />
  return (
    hasFailed && (
      <Notice tone="warn" title={`The progress of ${upload.name} could not be loaded.`} live>
        This does not affect the upload.
      </Notice>
    )
  )
}
