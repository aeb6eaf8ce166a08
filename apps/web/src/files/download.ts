import { type Artifact, fileEndpoints } from '@backoffice/contract/endpoints/files'
import type { PURPOSES } from '@backoffice/contract/purposes'
import { ApiError } from '../net/api-error.ts'
import { call } from '../net/call.ts'

/** Reason for full card numbers in another user's file. */
export type WholeNumbersReason = { reason: (typeof PURPOSES)[number]; ticket_no: string }

type Download = { source_filekey: string; artifact: Artifact } & Partial<WholeNumbersReason>

const PREPARING_MS = 1_000
/** About ten minutes; a copy of the largest file takes seconds. */
const MOST_TRIES = 600

/** Follows a short-lived signed link: the browser saves the file, the page never holds it in memory. */
export async function downloadFile(
  source_filekey: string,
  artifact: Artifact,
  reason: Partial<WholeNumbersReason> = {},
): Promise<void> {
  const { download_url } = await signWhenReady({ source_filekey, artifact, ...reason })
  if (download_url === undefined) throw new Error('The reply has no download address.')
  const link = document.createElement('a')
  link.href = download_url
  link.rel = 'noreferrer'
  link.click()
}

/** Waits while the server makes the masked copy on its first request. */
async function signWhenReady(body: Download) {
  for (let tries = 1; ; tries++) {
    try {
      return await call(fileEndpoints.presign, { body })
    } catch (error) {
      const isPreparing = error instanceof ApiError && error.code === 'artifact_preparing'
      if (!isPreparing || tries === MOST_TRIES) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, PREPARING_MS))
  }
}
