import { toastFailed } from '../../kit/toast.ts'
import { useLazyModule } from '../../kit/use-lazy-module.ts'
import { errorMessage } from '../../net/api-error.ts'

/** For `accept`, which only filters the file dialog; files are checked once they are chosen. */
export const ACCEPTED_TYPES = '.csv,text/csv'

const loadRunner = () => import('./upload-runner.ts')
const loadProgress = () => import('./upload-progress.tsx')

/** Fetches the code before a file is chosen. A failure is shown only when the code is needed. */
export function preloadUpload(): void {
  Promise.all([loadRunner(), loadProgress()]).catch(() => undefined)
}

export function chooseFiles(files: readonly File[], category: string): void {
  loadRunner().then(({ startUploads }) => startUploads(files, category), onRunnerFailed)
}

/** Uploads a file again that has a row on the server and is not registered. */
export function resumeUpload(
  file: File,
  row: { source_filekey: string; size: number; category: string },
): void {
  loadRunner().then((runner) => runner.resumeUpload(file, row), onRunnerFailed)
}

function onRunnerFailed(error: unknown): void {
  toastFailed(errorMessage(error))
}

/** The component that shows an upload; undefined until its code is fetched. */
export function useUploadProgress(wanted: boolean) {
  return useLazyModule(loadProgress, wanted, onProgressFailed)?.UploadProgress
}

function onProgressFailed(): void {
  toastFailed(
    'The progress cannot be shown because a part of this page could not be loaded. The upload continues.',
  )
}
