import type { api } from '@backoffice/contract/api'
import type { Database, Reader } from '../../db/client.ts'
import { invalidField } from '../../kernel/errors.ts'
import { type Handlers, requirePermission } from '../../kernel/mount.ts'
import { explainAccess, permissionOf } from './explain.ts'
import { impactOfChange } from './impact.ts'

export function explainHandlers({ db }: { db: Database }): Handlers<(typeof api)['explain']> {
  return {
    explain: async ({ body: { user_id, permission: name } }, { caller }) => {
      const userId = user_id?.toLowerCase() ?? caller.id
      if (userId !== caller.id) requirePermission(caller, 'user:view')
      const permission = permissionOf(name)
      if (!permission)
        throw invalidField(
          'permission',
          'unknown',
          'Permission must be one of the catalogue, such as card:unmask.',
        )
      return inOneState(db, (tx) => explainAccess(tx, userId, permission))
    },

    impact: async ({ body: change }, { caller }) => {
      requirePermission(caller, `${change.kind}:update`)
      return inOneState(db, async (tx) => (await impactOfChange(tx, change)).impact)
    },
  }
}

function inOneState<T>(db: Database, read: (tx: Reader) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
}
