import { type Access, may, type Permission } from '@backoffice/contract/access'
import { deniedMessage } from '@backoffice/contract/permission-labels'
import { keyFields, movePermission, ownCode, type TableDeclaration } from '@backoffice/contract/table'
import type { Tx } from '../../db/client.ts'
import { HttpError, invalidField } from '../../kernel/errors.ts'
import { lockFormer } from './table.store.ts'
import type { Values } from './table-values.ts'

/**
 * A row that took the key of a deleted one would have the changes of that row, but neither its rules nor its history. Run
 * after the write, which waits for a deletion at the same time.
 */
export async function requireOwnKey(tx: Tx, table: TableDeclaration, after: Values): Promise<void> {
  if (!(await lockFormer(tx, table, after))) return
  const detail = `A deleted ${table.noun} had this key. Create it to bring it back.`
  throw invalidField(ownCode(table), 'deleted_key', detail)
}

/** A row with another key takes the place of that key. */
export function isMove(table: TableDeclaration, changes: object): boolean {
  const { movedBy } = table
  return movedBy ? [...movedBy, ...keyFields(table)].some((name) => name in changes) : false
}

export function requireMove(table: TableDeclaration, changes: object, access: Access | undefined): void {
  const permission = movePermission(table)
  if (permission && isMove(table, changes)) requireAccess(access, permission)
}

export function requireAccess(access: Access | undefined, permission: Permission): void {
  if (access && may(access, permission)) return
  throw new HttpError('access_denied', { detail: deniedMessage([permission]), missing: [permission] })
}
