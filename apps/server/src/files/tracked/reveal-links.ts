import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { may } from '@backoffice/contract/access'
import type { Artifact, DownloadFormat } from '@backoffice/contract/files'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import {
  contentDisposition,
  contentTypeOf,
  downloadName,
  formKey,
} from '../../adapters/storage/object-keys.ts'
import type { Storage } from '../../adapters/storage/storage.ts'
import type { Database, Tx } from '../../db/client.ts'
import { callerOfUser } from '../../features/access/authenticate.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import { HttpError } from '../../kernel/errors.ts'
import { HIDDEN_FROM_DOCS } from '../../kernel/served-apis.ts'
import { normalizeFileName } from './check-upload.ts'
import { insertRevealLink, takeRevealLink } from './downloads.store.ts'
import { downloadPermissions } from './file-permissions.ts'
import { findFile } from './files.store.ts'
import { canSee } from './tracked-file.ts'

/** Validity of a link to whole card numbers. */
const LINK_SECONDS = 60
const TOKEN_BYTES = 32
const PATH = '/whole_numbers'

const linkQuery = z.object({ token: z.string().check(z.maxLength(100)) })
const hashOf = (token: string) => createHash('sha256').update(token).digest()

type Link = {
  source_filekey: string
  form: { content: Artifact; format: DownloadFormat }
  caller: Pick<Caller, 'id' | 'identity'>
  base: string
}

/** Makes the link of a revealed file. The storage has no links that work once, so this server serves the object. */
export async function createRevealLink(
  tx: Tx,
  { source_filekey, form, caller, base }: Link,
  now: Date,
): Promise<{ url: string; expiresAt: Date }> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const expiresAt = new Date(now.getTime() + LINK_SECONDS * 1000)
  await insertRevealLink(tx, {
    token_hash: hashOf(token),
    source_filekey,
    ...form,
    user_id: caller.id,
    session_id: caller.identity.sessionId,
    signed_in_at: new Date(caller.identity.signedInAt * 1_000),
    expires_at: expiresAt,
  })
  return { url: `${base}${PATH}?token=${token}`, expiresAt }
}

type Deps = { db: Database; storage: Pick<Storage, 'size' | 'read'>; clock: Clock }

/** Adds the route of the links. Its calls have no bearer token, like those of signed links. */
export function mountRevealLinks(app: FastifyInstance, base: string, { db, storage, clock }: Deps): void {
  // A HEAD would use the link up.
  const options = { ...HIDDEN_FROM_DOCS, exposeHeadRoute: false }
  app.get(`${base}${PATH}`, options, async (request, reply) => {
    const query = linkQuery.safeParse(request.query)
    if (!query.success) throw new HttpError('link_invalid')
    const link = await takeRevealLink(db, hashOf(query.data.token), clock.now())
    if (!link) throw new HttpError('link_expired', { detail: USED })
    if (!(await mayDownload(db, link))) throw new HttpError('link_expired', { detail: USED })
    const form = { content: link.content, format: link.format }
    const key = formKey(link.source_filekey, form)
    const size = await storage.size(key)
    if (size === null) throw new HttpError('artifact_not_found')
    const name = downloadName({ kind: link.kind, file_name: normalizeFileName(link.file_name) }, form)
    return reply
      .headers({
        'content-type': contentTypeOf(name),
        'content-disposition': contentDisposition(name),
        'content-length': size,
        'cache-control': 'private, no-store',
      })
      .send(Readable.from(storage.read(key)))
  })
}

/** Permissions may have been withdrawn since the link was requested. */
async function mayDownload(
  db: Database,
  { identity_sub, source_filekey }: { identity_sub: string | null; source_filekey: string },
): Promise<boolean> {
  const caller = identity_sub === null ? undefined : await callerOfUser(db, identity_sub)
  if (!caller) return false
  const file = await findFile(db, source_filekey)
  if (!file || !canSee(file, caller)) return false
  return [...downloadPermissions(file, caller), 'card:unmask' as const].every((each) =>
    may(caller.access, each),
  )
}

const USED = `A link to whole card numbers works once, within ${LINK_SECONDS} seconds. Request the download again.`
