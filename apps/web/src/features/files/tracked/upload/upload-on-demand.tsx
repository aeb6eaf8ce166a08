import { useState } from 'react'
import { toastFailed } from '../../../../kit/feedback/toast.ts'
import { useLazyModule } from '../../../../kit/lazy/use-lazy.tsx'
import { errorMessage } from '../../../../net/api-error.ts'
import { Notice } from '../../../../ui/notice.tsx'
import type { Upload } from './upload.ts'

/** Value of `accept`, which only filters the file dialog; chosen files are checked again. */
export const ACCEPTED_TYPES = '.csv,.xlsx,.xlsm,text/csv'

const loadRunner = () => import('./upload-runner.ts')
export const loadProgress = () => import('./upload-progress.tsx')

/** Loads the code before a file is chosen. Errors show only when the code is needed. */
export function preloadUpload(): void {
  Promise.all([loadRunner(), loadProgress()]).catch(() => undefined)
}

export function chooseFiles(files: readonly File[], category: string): void {
  loadRunner().then(({ startUploads }) => startUploads(files, category), onRunnerFailed)
}

/** Resumes the upload of an unregistered file that has a row on the server. */
export function resumeUpload(
  file: File,
  row: { source_filekey: string; size: number; category: string },
): void {
  loadRunner().then((runner) => runner.resumeUpload(file, row), onRunnerFailed)
}

function onRunnerFailed(error: unknown): void {
  toastFailed(errorMessage(error))
}

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
