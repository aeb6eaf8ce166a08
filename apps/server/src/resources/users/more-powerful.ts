import type { Access } from '@backoffice/contract/access'
import { accessOf } from '@backoffice/contract/grants'
import type { Tx } from '../../db/client.ts'
import { HttpError } from '../../kernel/errors.ts'
import { missingOf } from '../access/access-lock.ts'
import { grantsOf } from '../access/grants.store.ts'

/**
 * Whoever takes over an account has all that it may do: throws `not_held` for what could lead there, when the user may
 * do anything that the caller may not.
 */
export async function requireNoMorePowerful(tx: Tx, held: Access, userId: string): Promise<void> {
  const grants = await grantsOf(tx, userId)
  if (!grants) return
  const { modules, policies: statements } = accessOf(grants)
  if (missingOf(held, { modules, statements }).length === 0) return
  const detail = 'This user may do more than you: ask somebody who may do at least as much.'
  throw new HttpError('not_held', { detail })
}
