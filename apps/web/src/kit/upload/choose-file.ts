import { wordsOf } from '../../api/failure.ts'
import { toastFailed } from '../toast.ts'

/** What does the work comes with the first file, or on the way to it. */
export const loadUploading = () => import('./upload-runner.ts')

export function chooseFile(file: File): void {
  loadUploading().then(
    ({ startUpload }) => startUpload(file),
    (error: unknown) => toastFailed(wordsOf(error)),
  )
}
