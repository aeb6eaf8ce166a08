import { type Access, may, type Permission } from '@backoffice/contract/access'
import { PERMISSION_LABELS } from '@backoffice/contract/permission-labels'
import { sql } from 'kysely'
import type { Database, Reader, Tx } from '../../db/client.ts'
import { findAccess } from '../../features/access/access.store.ts'
import { accessVersionAtCommit } from '../../features/access/authenticate.ts'
import type { WorkerDeps } from '../../jobs/worker-deps.ts'
import { workPermissions } from './file-permissions.ts'
import { lockFile, transitionFile } from './file-writes.store.ts'

/** The user of the work lacks access, so the file fails without retries. */
export class AccessLost extends Error {}

type Actor = { id: string; name: string; approvedBy: { id: string | null; name: string } | null }

/** The user of the work, as actor of its audit events. */
export async function findActor(db: Reader, filekey: string): Promise<Actor> {
  const { id, name, approved_by_id, approved_by_name } = await findWork(db, filekey)
  const approvedBy = approved_by_name === null ? null : { id: approved_by_id, name: approved_by_name }
  return { id, name, approvedBy }
}

/** The user of the work with their access. */
export async function findWorkUser(db: Reader, filekey: string): Promise<Actor & { access: Access }> {
  const actor = await findActor(db, filekey)
  return { ...actor, access: await findAccess(db, actor.id) }
}

/**
 * Ends a transaction that works on a file. Throws `AccessLost` unless its user may still do this work, and
 * locks the access until the transaction ends.
 */
export async function requireWorkAccess(tx: Tx, filekey: string): Promise<void> {
  await accessVersionAtCommit(tx)
  await refuseLostAccess(tx, filekey)
}

/** Throws `AccessLost` unless the user may do this work, for a transaction that checks again at its end. */
export async function refuseLostAccess(tx: Tx, filekey: string): Promise<void> {
  const { id, name, status, ...file } = await findWork(tx, filekey)
  const isActive = status === 'ACTIVE' || status === 'PENDING'
  if (!isActive) throw new AccessLost(lost(`the account of ${name} was not active`))
  const missing = missingPermission(await findAccess(tx, id), workPermissions(file, { id }))
  if (missing) throw new AccessLost(lost(`${name} may no longer ${PERMISSION_LABELS[missing]}`))
}

/** The same check during a long transaction, without blocking changes of access. */
export function checkWorkAccess(db: Database, filekey: string): Promise<void> {
  return db.transaction().execute((tx) => requireWorkAccess(tx, filekey))
}

const lost = (reason: string) =>
  `The work has stopped because ${reason}. Completed work is kept. A user with this access can choose Retry.`

function missingPermission(access: Access, needed: readonly (readonly Permission[])[]) {
  return needed.find((any) => !any.some((each) => may(access, each)))?.[0]
}

async function findWork(db: Reader, filekey: string) {
  return db
    .selectFrom('files')
    .innerJoin('users', (on) => on.on('users.id', '=', sql`coalesce(files.runs_for, files.uploaded_by)`))
    .select(['users.id', 'users.status', 'kind', 'category', 'request', 'preview'])
    .select(['approved_by_id', 'approved_by_name'])
    .select(sql<string>`given_name || ' ' || family_name`.as('name'))
    .where('source_filekey', '=', filekey)
    .executeTakeFirstOrThrow()
}

/** Starts a QUEUED file, or resumes one of a killed worker. False if it has ended. */
export async function claimQueued({ db, clock }: WorkerDeps, filekey: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const file = await lockFile(tx, filekey)
    if (file?.state !== 'QUEUED' && file?.state !== 'PROCESSING') return false
    if (file.state === 'QUEUED')
      await transitionFile(tx, filekey, file.state, 'process', { processing_at: clock.now() })
    await requireWorkAccess(tx, filekey)
    return true
  })
}
