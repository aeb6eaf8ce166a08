import { randomUUID } from 'node:crypto'
import type { api } from '@backoffice/contract/api'
import { FILE_CATEGORIES, MAX_IMPORT_FILE_BYTES } from '@backoffice/contract/file-kinds'
import { hasWorkbook, UPLOAD_PART_BYTES } from '@backoffice/contract/files'
import type { download, newUpload } from '@backoffice/contract/files.schemas'
import type * as z from 'zod/mini'
import {
  type Content,
  copyName,
  downloadName,
  formKey,
  objectKey,
  type StoredForm,
} from '../../adapters/storage/object-keys.ts'
import type { Tx } from '../../db/client.ts'
import { RETENTION_DAYS } from '../../db/retention-periods.ts'
import { requireReveal, reveal } from '../../features/reveals/reveal.ts'
import type { Call } from '../../kernel/caller.ts'
import { HttpError, invalidFields } from '../../kernel/errors.ts'
import { type Handlers, requirePermission, requirePermissions } from '../../kernel/mount.ts'
import type { RecentSignInCall } from '../../kernel/recent-sign-in.ts'
import { API_BASES } from '../../kernel/served-apis.ts'
import { checkUpload, FORMER_TYPE, normalizeFileName } from './check-upload.ts'
import { hasCopy, requestCopy } from './downloads.store.ts'
import { type FilesDeps, getOwnFile, getVisibleFile } from './file-access.ts'
import { confirmPermission, downloadPermissions } from './file-permissions.ts'
import { countOpenUploads, insertFile, lockFile, storedBytes, updateLink } from './file-writes.store.ts'
import type { FileRow } from './files.store.ts'
import { isHeld } from './held-result.ts'
import { createRevealLink } from './reveal-links.ts'
import { hasOwnNumbers, needsReason } from './reveal-rules.ts'
import { artifactsOf } from './tracked-file.ts'

type PresignHandler = Handlers<(typeof api)['files']>['presign']

/** Signs a new upload, renews the links of an upload, or signs a download. */
export function presign(deps: FilesDeps): PresignHandler {
  return async ({ body }, call) => {
    if ('file_name' in body) {
      requirePermission(call.caller, 'file:upload')
      // Without it the upload could never be confirmed.
      requirePermission(call.caller, confirmPermission(body.category))
      return signUpload(deps, body, call)
    }
    if ('artifact' in body) {
      return signDownload(deps, body, call)
    }
    requirePermission(call.caller, 'file:upload')
    return renewUpload(deps, body.source_filekey, call)
  }
}

async function signUpload(deps: FilesDeps, body: z.output<typeof newUpload>, call: Call) {
  const { limits } = deps
  const { imports } = FILE_CATEGORIES[body.category] ?? {}
  const { file_name, content_type } = checkUpload(body, imports ? MAX_IMPORT_FILE_BYTES : limits.maxBytes)
  const filekey = randomUUID()
  const { signed, uploadId } = await sign(
    deps,
    { filekey, size: body.size, content_type, uploadId: null },
    call,
  )
  return async (tx: Parameters<typeof insertFile>[0]) => {
    if ((await countOpenUploads(tx, call.caller.id, deps.clock.now())) >= limits.uploadsAtOnce) {
      throw new HttpError('too_many_uploads')
    }
    assertStorageQuota(await storedBytes(tx, call.caller.id), body.size, limits.storedBytesPerPerson)
    await insertFile(tx, {
      source_filekey: filekey,
      kind: imports ? 'import' : 'inquiry',
      category: body.category,
      file_name,
      size: body.size,
      content_type,
      declared_sha256: body.sha256 ?? null,
      uploaded_by: call.caller.id,
      link_expires_at: new Date(signed.expires_at),
      upload_id: uploadId,
    })
    const changes = { file_name: [null, file_name], size: [null, body.size] } as const
    return { resource: signed, audit: [{ id: filekey, changes }] as const }
  }
}

export function assertStorageQuota(stored: number, size: number, most: number) {
  if (stored + size <= most) return
  const mb = (bytes: number) => `${Math.ceil(bytes / 1024 ** 2).toLocaleString('en')} MB`
  throw new HttpError('too_much_stored', {
    detail: `Your files use ${mb(stored)} of your ${mb(most)}, and this file has ${mb(size)}. Cancel an upload that you do not need, wait until older files are removed (${RETENTION_DAYS.originals} days after upload), or ask the system’s operators for more space.`,
  })
}

async function renewUpload(deps: FilesDeps, filekey: string, call: Call) {
  const file = await getOwnFile(deps.db, filekey, call.caller)
  const { size, content_type, upload_id } = file
  const { signed, uploadId } = await sign(deps, { filekey, size, content_type, uploadId: upload_id }, call)
  return async (tx: Parameters<typeof updateLink>[0]) => {
    const now = await lockFile(tx, filekey)
    if (now?.state !== 'PENDING_UPLOAD') throw new HttpError('file_state_conflict')
    await updateLink(tx, filekey, { link_expires_at: new Date(signed.expires_at), upload_id: uploadId })
    return { resource: signed, audit: [{ reason: 'signed again' }] as const }
  }
}

const ONLY_CSV = 'This file can be downloaded only as CSV'

async function signDownload(deps: FilesDeps, body: z.output<typeof download>, call: Call & RecentSignInCall) {
  const file = await getVisibleFile(deps.db, body.source_filekey, call.caller)
  requirePermissions(call.caller, downloadPermissions(file, call.caller))
  if (isHeld(file) && body.artifact === 'result') throw new HttpError('result_held')
  if (!artifactsOf(file).includes(body.artifact)) throw new HttpError('artifact_not_found')
  if (body.format !== 'csv' && !hasWorkbook(file, body.artifact))
    throw invalidFields([{ field: 'format', code: 'invalid', message: ONLY_CSV }])
  const isReveal = needsReason(file, body.artifact, call.caller) && !isMaskedRequest(body)
  if (isReveal) requireReveal(call, body)
  const form = { content: contentFor(file, body, { isReveal, caller: call.caller }), format: body.format }
  if (isCopy(form) && !(await hasCopy(deps.db, file.source_filekey, copyName(form), file.version)))
    await prepareCopy(deps, file.source_filekey, form)
  const changes = {
    artifact: [null, form.content],
    ...(form.format !== 'csv' && { format: [null, form.format] as const }),
  } as const
  const { source_filekey } = file
  const linkOf = (url: string, expiresAt: Date) => ({
    source_filekey,
    download_url: new URL(url, call.origin).href,
    expires_at: expiresAt.toISOString(),
  })
  const now = deps.clock.now()
  if (isReveal)
    return async (tx: Tx) => {
      const revealed = await reveal(tx, deps, call, body, { file, use: body.artifact })
      const { artifact: content, format } = body
      const link = {
        source_filekey,
        form: { content, format },
        caller: call.caller,
        base: API_BASES.operations,
      }
      const { url, expiresAt } = await createRevealLink(tx, link, now)
      return { resource: linkOf(url, expiresAt), audit: [{ changes }, ...revealed.audit] as const }
    }
  const expiresAt = new Date(now.getTime() + deps.limits.linkSeconds * 1000)
  const url = await deps.storage.signDownload(formKey(source_filekey, form), {
    fileName: downloadName({ ...file, file_name: normalizeFileName(file.file_name) }, form),
    expiresAt,
  })
  return async () => ({ resource: linkOf(url, expiresAt), audit: [{ changes }] as const })
}

/** Without a reason, the result of another user’s file is the masked copy. */
function isMaskedRequest({ artifact, reason, ticket_no }: z.output<typeof download>): boolean {
  return artifact === 'result' && reason === undefined && ticket_no === undefined
}

/** The artifact, or its masked copy for a user who gives no reason to see card numbers of another user. */
function contentFor(
  file: FileRow,
  { artifact }: z.output<typeof download>,
  { isReveal, caller }: { isReveal: boolean; caller: Call['caller'] },
): Content {
  if (isReveal) return artifact
  if (artifact === 'result' && needsReason(file, artifact, caller)) return 'result_masked'
  const isOthers = file.kind === 'inquiry' && !hasOwnNumbers(file, caller)
  return artifact === 'errors' && isOthers ? 'errors_masked' : artifact
}

/** True for a form that is not stored: a job makes it from the stored artifact. */
const isCopy = ({ content, format }: StoredForm) => content.endsWith('_masked') || format === 'xlsx'

/** Requests the copy from a job, in its own transaction because that of the call is rolled back. */
async function prepareCopy(
  { db, clock, sendJob }: FilesDeps,
  filekey: string,
  form: StoredForm,
): Promise<never> {
  await db.transaction().execute(async (tx) => {
    if (await requestCopy(tx, filekey, copyName(form), clock.now()))
      await sendJob(tx, 'prepare-copy', { filekey, ...form })
  })
  throw new HttpError('artifact_preparing', { retryAfterSeconds: 1 })
}

async function sign(
  { storage, clock, limits }: FilesDeps,
  {
    filekey,
    size,
    content_type,
    ...started
  }: Pick<FileRow, 'size' | 'content_type'> & { filekey: string; uploadId: string | null },
  call: Call,
) {
  const expiresAt = new Date(clock.now().getTime() + limits.linkSeconds * 1000)
  const terms = {
    size,
    contentType: content_type ?? FORMER_TYPE,
    partBytes: UPLOAD_PART_BYTES,
    expiresAt,
    ...started,
  }
  const { urls, headers, uploadId } = await storage.signUpload(objectKey.source(filekey), terms)
  const hrefs = urls.map((url) => new URL(url, call.origin).href)
  const signed = {
    source_filekey: filekey,
    ...(hrefs.length === 1 ? { upload_url: hrefs[0] } : { part_urls: hrefs, part_size: UPLOAD_PART_BYTES }),
    headers,
    expires_at: expiresAt.toISOString(),
  }
  return { signed, uploadId }
}
