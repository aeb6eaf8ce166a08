import type { api } from '@backoffice/contract/api'
import { HttpError } from '../../kernel/errors.ts'
import type { Handlers } from '../../kernel/mount.ts'
import { lockAccess } from '../access/access-lock.ts'
import { requireNotExceeding } from '../access/exceeding.ts'
import { changesOfEnd } from '../access/expired-access.store.ts'
import { requireRecentFor } from '../access/high-risk.ts'
import { endTemporaryAccess, temporaryAccessOf } from '../access/temporary-access.store.ts'
import { factsOfUser, noSuchUser, readDetail } from './user-replies.ts'
import type { UsersDeps } from './user-values.ts'
import { lockUser } from './users.store.ts'

/** Ends temporary access of another user. */
export function endAccessHandler({ db, identity }: UsersDeps): Handlers<(typeof api)['users']>['endAccess'] {
  return async ({ params }, call) => {
    const { caller } = call
    const facts = await factsOfUser(db, identity, params.id)
    return async (tx) => {
      const held = await lockAccess(tx, caller, 'user:update')
      const user = await lockUser(tx, params.id)
      if (!user) throw noSuchUser()
      if (user.id === caller.id) throw new HttpError('own_access')
      await requireNotExceeding(tx, held, user.id, 'manage')
      await requireRecentFor(tx, call, [user.id])
      const access = (await temporaryAccessOf(tx, [user.id])).find(({ id }) => id === params.access_id)
      if (!access || !(await endTemporaryAccess(tx, access.id)))
        throw new HttpError('not_found', { detail: 'This access has already ended.' })
      const changes = changesOfEnd({ ...access, permanent_role: user.role_name })
      return { resource: await readDetail(tx, held, user.id, facts), audit: [{ changes }] }
    }
  }
}
