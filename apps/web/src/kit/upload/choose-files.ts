import { errorMessage } from '../../net/api-error.ts'
import { toastFailed } from '../toast.ts'

/** As of `<input accept>`: what the file dialog offers first. What is wrong with a file is said once it is chosen. */
export const ACCEPTED_TYPES = '.csv,text/csv'

/** What does the work comes with the first file, or on the way to it. */
export const loadUploading = () => import('./upload-runner.ts')

export function chooseFiles(files: readonly File[]): void {
  loadUploading().then(
    ({ startUploads }) => startUploads(files),
    (error: unknown) => toastFailed(errorMessage(error)),
  )
}
