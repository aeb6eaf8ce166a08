import { useLazyModule } from '../../kit/use-lazy-module.ts'
import { useUploads } from './upload.ts'

const load = async () => (await import('./upload-status.tsx')).UploadStatus

/** Loads the status of uploads for the header once there is one. */
export function UploadIndicator() {
  const UploadStatus = useLazyModule(
    load,
    useUploads(({ uploads }) => uploads.length > 0),
    ignore,
  )
  return UploadStatus ? <UploadStatus /> : null
}

/** The screen of the uploads still shows them. */
const ignore = () => undefined
