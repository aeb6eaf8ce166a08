import { api } from '@backoffice/contract/api'
import { isFinalState } from '@backoffice/contract/file-states'
import type { TrackedFile } from '@backoffice/contract/files'
import { requestOf } from '../kernel/served-apis.ts'
import type { TestSystem } from './test-system.ts'

type UploadExtra = { sha256?: string; file_name?: string; content_type?: string; category?: string }

export async function putUpload(
  system: TestSystem,
  content: Buffer | string,
  as: string,
  extra: UploadExtra = {},
) {
  const bytes = Buffer.from(content)
  const signed = await system.call(
    api.files.presign,
    {
      body: {
        file_name: 'cards.csv',
        content_type: 'text/csv',
        size: bytes.length,
        category: 'SMAC_INQUIRY',
        ...extra,
      },
    },
    as,
  )
  const urls = signed.part_urls ?? [signed.upload_url ?? '']
  const size = signed.part_size ?? bytes.length
  const etags: string[] = []
  for (const [index, url] of urls.entries()) {
    const reply = await put(system, url, bytes.subarray(index * size, (index + 1) * size), signed.headers)
    if (reply.statusCode !== 200) throw new Error(`part ${index + 1}: ${reply.statusCode} ${reply.body}`)
    etags.push(String(reply.headers.etag))
  }
  return { source_filekey: signed.source_filekey, etags }
}

export async function put(
  system: TestSystem,
  url: string,
  payload: Buffer,
  headers: Record<string, string> = {},
) {
  const { pathname, search } = new URL(url)
  return system.app.inject({ method: 'PUT', url: pathname + search, headers, payload })
}

export async function uploadFile(
  system: TestSystem,
  content: Buffer | string,
  as: string,
  extra: UploadExtra = {},
) {
  const { source_filekey, etags } = await putUpload(system, content, as, extra)
  return system.call(api.files.register, { body: { source_filekey, etags } }, as)
}

/** Uploads a file and waits for the dry run, or until its columns are to be matched. */
export async function dryRun(
  system: TestSystem,
  content: Buffer | string,
  as = 'agent',
  extra: UploadExtra = {},
): Promise<TrackedFile> {
  const file = await uploadFile(system, content, as, extra)
  return waitFor(
    system,
    file.source_filekey,
    as,
    ({ state }) => state === 'AWAITING_CONFIRMATION' || state === 'MATCHING' || isFinalState(state),
  )
}

export async function waitFor(
  system: TestSystem,
  source_filekey: string,
  as: string,
  isReached: (file: TrackedFile) => boolean,
): Promise<TrackedFile> {
  const deadline = Date.now() + 20_000
  for (;;) {
    const file = await system.call(api.files.get, { query: { source_filekey } }, as)
    if (isReached(file)) return file
    if (Date.now() > deadline)
      throw new Error(`still ${file.state}; ${system.failures.map(String).join('; ')}`)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

/** Confirms a file with its current version and waits for the end. */
export async function runInquiry(
  system: TestSystem,
  source_filekey: string,
  as = 'agent',
  more: { date_from?: string; date_to?: string; duplicate_reason?: string } = {},
): Promise<TrackedFile> {
  const { version } = await system.call(api.files.get, { query: { source_filekey } }, as)
  await system.call(
    api.inquiries.run,
    {
      body: { mode: 'FILE', source_filekey, version, purpose: 'RECONCILIATION', ticket_no: 'OPS-1', ...more },
    },
    as,
  )
  return waitFor(system, source_filekey, as, (file) => isFinalState(file.state))
}

/** Text of a download through its signed link. */
export async function downloadText(
  system: TestSystem,
  source_filekey: string,
  artifact: TrackedFile['artifacts'][number],
  as = 'agent',
): Promise<string> {
  const { download_url = '' } = await system.call(
    api.files.presign,
    { body: { source_filekey, artifact } },
    as,
  )
  const { pathname, search } = new URL(download_url)
  const reply = await system.app.inject({ method: 'GET', url: pathname + search })
  if (reply.statusCode !== 200) throw new Error(`${artifact}: ${reply.statusCode} ${reply.body}`)
  return reply.body
}

/** Cancels, retries or runs again a file with its current version. */
export async function changeFile(
  system: TestSystem,
  action: 'cancel' | 'retry' | 'runAgain',
  source_filekey: string,
  as = 'agent',
): Promise<TrackedFile> {
  const { version } = await system.call(api.files.get, { query: { source_filekey } }, as)
  const changed = await system.call(api.files[action], { body: { source_filekey, version } }, as)
  if ('items' in changed) throw new Error('The call was for one file')
  return changed
}

/** Bytes of a download as a workbook, once a job has made it. */
export async function downloadWorkbook(
  system: TestSystem,
  source_filekey: string,
  artifact: TrackedFile['artifacts'][number],
  as = 'agent',
): Promise<Uint8Array> {
  const body = { source_filekey, artifact, format: 'xlsx' } as const
  const authorization = `Bearer ${await system.tokenOf(as)}`
  for (const deadline = Date.now() + 20_000; ; ) {
    const reply = await system.app.inject(requestOf(api.files.presign, { body }, { authorization }))
    if (reply.statusCode === 200) {
      const { pathname, search } = new URL(reply.json().resource.download_url)
      return (await system.app.inject({ method: 'GET', url: pathname + search })).rawPayload
    }
    if (reply.json().code !== 'artifact_preparing' || Date.now() > deadline)
      throw new Error(
        `${artifact}: ${reply.statusCode} ${reply.body}; ${system.failures.map(String).join('; ')}`,
      )
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}
