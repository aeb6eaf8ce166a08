import { FormError } from '../../../../kit/form/form-error.ts'
import { type Upload, useUploads } from './upload.ts'
import { dispatch, startUpload } from './upload-runner.ts'

/**
 * Uploads a file that the page made; resolves with its key once it is registered. Rejects with the reason of a failure,
 * and if aborted; the upload then leaves the list.
 */
export async function uploadAndWait(file: File, category: string, signal: AbortSignal): Promise<string> {
  const id = startUpload(file, category)
  const upload = await ended(id, signal)
  if (upload?.step === 'done' && upload.ticket) {
    remove(id)
    return upload.ticket.sourceFilekey
  }
  dispatch(id, { type: 'cancel' })
  remove(id)
  signal.throwIfAborted()
  throw new FormError(upload?.reason || 'The upload was cancelled.')
}

/** The upload once it ended, or as it is when aborted; undefined after a cancellation elsewhere. */
function ended(id: string, signal: AbortSignal): Promise<Upload | undefined> {
  return new Promise((resolve) => {
    const look = () => {
      const upload = useUploads.getState().uploads.find((each) => each.id === id)
      const isOver = !upload || upload.step === 'done' || upload.step === 'failed' || signal.aborted
      if (!isOver) return
      stop()
      signal.removeEventListener('abort', look)
      resolve(upload)
    }
    const stop = useUploads.subscribe(look)
    signal.addEventListener('abort', look)
    look()
  })
}

function remove(id: string): void {
  useUploads.setState(({ uploads }) => ({ uploads: uploads.filter((upload) => upload.id !== id) }))
}
