import { type Artifact, fileEndpoints } from '@backoffice/contract/endpoints/files'
import { call } from '../net/call.ts'

/** Follows a link signed for a few minutes: the browser saves the file, the page never holds it in memory. */
export async function downloadFile(source_filekey: string, artifact: Artifact): Promise<void> {
  const { download_url } = await call(fileEndpoints.presign, { body: { source_filekey, artifact } })
  if (download_url === undefined) throw new Error('The reply has no download address.')
  const link = document.createElement('a')
  link.href = download_url
  link.rel = 'noreferrer'
  link.click()
}
