import { type Access, may, type Permission } from '@backoffice/contract/access'
import { FILE_CATEGORIES } from '@backoffice/contract/file-kinds'
import { PERMISSION_LABELS } from '@backoffice/contract/permission-labels'
import type { Tx } from '../../db/client.ts'
import { HttpError, invalidField } from '../../kernel/errors.ts'
import { findAccess } from '../access/access.store.ts'
import { confirmPermission, exportPermission } from '../files/file-permissions.ts'
import { type OpenKind, openKinds } from './open-work.store.ts'

/**
 * Guard of a hand-over. Throws 422 at `to` if the receiver could not open all of the work. A caller who receives it
 * must be allowed to see files of other users, because the hand-over would otherwise bypass that permission.
 */
export async function requireReceiver(tx: Tx, from: string, to: string, callerId: string): Promise<void> {
  const [access, kinds] = [await findAccess(tx, to), await openKinds(tx, from)]
  if (to === callerId && !may(access, 'file:view-all'))
    throw invalidField('to', 'not_held', 'You can’t see files of other users. Choose another user.')
  const missing = missingFor(kinds, access)
  if (missing.length === 0) return
  const words = missing.map((permission) => PERMISSION_LABELS[permission]).join(', ')
  throw invalidField('to', 'not_held', `This user can’t open all of this work: they can’t ${words}.`)
}

/** Same guard for a caller who deletes a user and so receives the remaining work. Throws `not_held`. */
export async function requireReceivable(tx: Tx, from: string, held: Access): Promise<void> {
  const kinds = await openKinds(tx, from)
  if (kinds.length === 0 || (may(held, 'file:view-all') && missingFor(kinds, held).length === 0)) return
  const detail = 'This user has open files that you can’t take over. Hand them over to another user first.'
  throw new HttpError('not_held', { detail })
}

function missingFor(kinds: readonly OpenKind[], access: Access): Permission[] {
  const needed = new Set(kinds.flatMap(neededFor))
  return [...needed].filter((permission) => !may(access, permission))
}

function neededFor({ kind, category }: OpenKind): Permission[] {
  if (kind === 'export') return [exportPermission(category)]
  const { imports } = FILE_CATEGORIES[category] ?? {}
  return ['file:view', kind === 'action' && imports ? imports.viewPermission : confirmPermission(category)]
}
