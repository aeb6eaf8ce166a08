import { randomUUID } from 'node:crypto'
import type { api } from '@backoffice/contract/api'
import { type download, type newUpload, UPLOAD_PART_BYTES } from '@backoffice/contract/endpoints/files'
import type * as z from 'zod/mini'
import { Refusal } from '../../kernel/errors.ts'
import { type Call, type Handlers, requirePermission } from '../../kernel/mount.ts'
import { checkUpload, cleanFileName } from './check-upload.ts'
import { countOpenUploads, insertFile, lockFile, renewLink, storedBytes } from './file-steps.store.ts'
import { type FilesRoom, ownFile, visibleFile } from './files-room.ts'
import { downloadName, objectKey } from './object-keys.ts'
import { artifactsOf, ORIGINALS_KEPT_DAYS } from './present-file.ts'

/** What every upload is stored as; browsers disagree about the type of a .csv. */
export const STORED_TYPE = 'text/csv'

type PresignHandler = Handlers<(typeof api)['files']>['presign']

/** One address, three wishes: a new upload, the same upload signed anew, a download. */
export function presign(room: FilesRoom): PresignHandler {
  return async ({ body }, call) => {
    if ('file_name' in body) {
      requirePermission(call.caller, 'file:upload')
      // A file that nobody may run would wait for ever.
      requirePermission(call.caller, 'inquiry:run')
      return signNew(room, body, call)
    }
    if ('artifact' in body) {
      requirePermission(call.caller, 'file:download')
      return signDownload(room, body, call)
    }
    requirePermission(call.caller, 'file:upload')
    return signAgain(room, body.source_filekey, call)
  }
}

async function signNew(room: FilesRoom, body: z.output<typeof newUpload>, call: Call) {
  const { limits } = room
  const file_name = checkUpload(body, limits.maxBytes)
  const filekey = randomUUID()
  const signed = await sign(room, filekey, body.size, call)
  return async (tx: Parameters<typeof insertFile>[0]) => {
    if ((await countOpenUploads(tx, call.caller.id, room.clock.now())) >= limits.uploadsAtOnce) {
      throw new Refusal('too_many_uploads')
    }
    refuseTooMuch(await storedBytes(tx, call.caller.id), body.size, limits.storedBytesPerPerson)
    await insertFile(tx, {
      source_filekey: filekey,
      category: body.category,
      file_name,
      size: body.size,
      declared_sha256: body.sha256 ?? null,
      uploaded_by: call.caller.id,
      link_expires_at: new Date(signed.expires_at),
    })
    const changes = { file_name: [null, file_name], size: [null, body.size] } as const
    const entry = { action: 'file.sign', resource: 'file', resourceId: filekey, changes } as const
    return { resource: signed, audit: [entry] as const }
  }
}

function refuseTooMuch(stored: number, size: number, most: number) {
  if (stored + size <= most) return
  const mb = (bytes: number) => `${Math.ceil(bytes / 1024 ** 2).toLocaleString('en')} MB`
  throw new Refusal('too_much_stored', {
    detail: `Your files take ${mb(stored)} of the ${mb(most)} that one person may use, and this one has ${mb(size)}. Cancel an upload that you do not need, wait until older files are removed (${ORIGINALS_KEPT_DAYS} days after their upload), or ask the system’s operators for more.`,
  })
}

async function signAgain(room: FilesRoom, filekey: string, call: Call) {
  const file = await ownFile(room.db, filekey, call.caller)
  const signed = await sign(room, filekey, file.size, call)
  return async (tx: Parameters<typeof renewLink>[0]) => {
    const now = await lockFile(tx, filekey)
    if (now?.state !== 'PENDING_UPLOAD') throw new Refusal('file_state_conflict')
    await renewLink(tx, filekey, new Date(signed.expires_at))
    const entry = {
      action: 'file.sign',
      resource: 'file',
      resourceId: filekey,
      reason: 'signed anew',
    } as const
    return { resource: signed, audit: [entry] as const }
  }
}

async function signDownload(room: FilesRoom, body: z.output<typeof download>, call: Call) {
  const file = await visibleFile(room.db, body.source_filekey, call.caller)
  if (!artifactsOf(file).includes(body.artifact)) throw new Refusal('artifact_not_found')
  const expiresAt = new Date(room.clock.now().getTime() + room.limits.linkSeconds * 1000)
  const address = await room.storage.signDownload(objectKey[body.artifact](file.source_filekey), {
    fileName: downloadName(cleanFileName(file.file_name), body.artifact),
    expiresAt,
  })
  const resource = {
    source_filekey: file.source_filekey,
    download_url: new URL(address, call.origin).href,
    expires_at: expiresAt.toISOString(),
  }
  const entry = {
    action: 'file.download',
    resource: 'file',
    resourceId: file.source_filekey,
    changes: { artifact: [null, body.artifact] },
  } as const
  return async () => ({ resource, audit: [entry] as const })
}

async function sign({ storage, clock, limits }: FilesRoom, filekey: string, size: number, call: Call) {
  const expiresAt = new Date(clock.now().getTime() + limits.linkSeconds * 1000)
  const terms = { size, contentType: STORED_TYPE, partBytes: UPLOAD_PART_BYTES, expiresAt }
  const { urls, headers } = await storage.signUpload(objectKey.source(filekey), terms)
  const addresses = urls.map((url) => new URL(url, call.origin).href)
  return {
    source_filekey: filekey,
    ...(addresses.length === 1
      ? { upload_url: addresses[0] }
      : { part_urls: addresses, part_size: UPLOAD_PART_BYTES }),
    headers,
    expires_at: expiresAt.toISOString(),
  }
}
