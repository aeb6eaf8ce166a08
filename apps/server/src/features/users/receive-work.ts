import { type Access, may, type Permission } from '@backoffice/contract/access'
import { FILE_CATEGORIES } from '@backoffice/contract/file-kinds'
import { PERMISSION_LABELS } from '@backoffice/contract/permission-labels'
import type { Tx } from '../../db/client.ts'
import { confirmPermission, exportPermission } from '../../files/tracked/file-permissions.ts'
import { HttpError, invalidField } from '../../kernel/errors.ts'
import { findUserAccess } from '../access/access.store.ts'
import { countOpenWork, type OpenKind, openKinds } from './open-work.store.ts'

/**
 * Guard of a hand-over. Throws 422 at `to` if the receiver could not open all of the work now: a substitute may have that
 * access temporarily. A caller who receives it must be allowed to see files of other users, because the hand-over would
 * otherwise bypass that permission; permanently, because the files stay theirs.
 */
export async function requireReceiver(tx: Tx, from: string, to: string, callerId: string): Promise<void> {
  const [user, needed] = [await findUserAccess(tx, to), await neededForWork(tx, from)]
  if (to === callerId && !(user && may(user.permanent, 'file:view-all')))
    throw invalidField('to', 'not_held', 'You can’t see files of other users. Choose another user.')
  const missing = needed.filter((permission) => !(user && may(user.access, permission)))
  if (missing.length === 0) return
  const words = missing.map((permission) => PERMISSION_LABELS[permission]).join(', ')
  throw invalidField('to', 'not_held', `This user can’t open all of this work: they can’t ${words}.`)
}

/** Same guard for a caller who deletes a user and so receives the remaining work. Throws `not_held`. */
export async function requireReceivable(tx: Tx, from: string, held: Access): Promise<void> {
  const needed = await neededForWork(tx, from)
  if (needed.length === 0) return
  if (may(held, 'file:view-all') && needed.every((permission) => may(held, permission))) return
  const detail = 'This user has open work that you can’t take over. Hand it over to another user first.'
  throw new HttpError('not_held', { detail })
}

/** Permissions without which a user could not go on with the open work. */
async function neededForWork(tx: Tx, from: string): Promise<Permission[]> {
  const { cases } = await countOpenWork(tx, from)
  const forFiles = (await openKinds(tx, from)).flatMap(neededFor)
  return [...new Set([...forFiles, ...(cases > 0 ? FOR_CASES : [])])]
}

const FOR_CASES = ['case:view', 'case:update'] as const

function neededFor({ kind, category }: OpenKind): Permission[] {
  if (kind === 'export') return [exportPermission(category)]
  const { imports } = FILE_CATEGORIES[category] ?? {}
  return ['file:view', kind === 'action' && imports ? imports.viewPermission : confirmPermission(category)]
}
