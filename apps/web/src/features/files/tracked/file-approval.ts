import type { TrackedFile } from '@backoffice/contract/files'

/** The latest request to confirm a file, if any. */
export type WithApproval = { approval?: TrackedFile['approval'] | undefined }

/** True while a request to confirm the file waits for its decision. */
export const isWaiting = ({ approval }: WithApproval) => approval?.status === 'PENDING'
