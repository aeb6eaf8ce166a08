import { useLazyModule } from '../../../../kit/lazy/use-lazy.tsx'
import { useUploads } from './upload.ts'

const load = async () => (await import('./upload-status.tsx')).UploadStatus

/** Loads the status of uploads for the header once there is one. Without it, the screen of the uploads shows them. */
export function UploadIndicator() {
  const UploadStatus = useLazyModule(
    load,
    useUploads(({ uploads }) => uploads.length > 0),
  )
  return UploadStatus ? <UploadStatus /> : null
}
