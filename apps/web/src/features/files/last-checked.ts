import type { TrackedFile } from '@backoffice/contract/files'
import { useState } from 'react'

export const isBeingChecked = ({ state }: TrackedFile) => state === 'UPLOADED' || state === 'VALIDATING'

/** The file as of its last check, so that the screen stays as it is while fixed rows are checked again. */
export function useLastChecked(file: TrackedFile): TrackedFile {
  const [last, setLast] = useState(file)
  const isRecheck = isBeingChecked(file) && last.state === 'AWAITING_CONFIRMATION'
  if (!isRecheck && file !== last) setLast(file)
  return isRecheck ? last : file
}
