import type { AffectedUser, ShownUser } from '@backoffice/contract/approvals'
import { similarNameIndex } from '@backoffice/contract/similar-names'
import type { Reader } from '../../db/client.ts'
import { listActiveNames } from '../users/users.store.ts'
import { idsByEmail, namesByContact } from './requests/affected-users.store.ts'
import type { StoredDetail } from './requests/approvals.store.ts'

const MOST_SIMILAR = 5
const MOST_SHARING = 3

/** The users of a request; while it waits, with others for whom they could be taken. */
export async function shownUsers(db: Reader, stored: StoredDetail): Promise<ShownUser[]> {
  const users = await withIds(db, stored)
  if (stored.status !== 'PENDING' || users.length === 0)
    return users.map((user) => ({ ...user, same_contact: [], similar: [] }))
  // New users of the same request have no record yet.
  const made = users.flatMap(({ id, key, ...user }) => (id === null ? [{ ...user, id: key }] : []))
  const similarTo = similarNameIndex([...(await listActiveNames(db)), ...made])
  const sharing = Map.groupBy([...(await namesByContact(db, users)), ...made], ({ contact }) => contact ?? '')
  return users.map((user) => {
    const others = (sharing.get(user.contact ?? '') ?? []).filter(({ id }) => id !== user.key)
    return {
      ...user,
      same_contact: user.contact ? others.slice(0, MOST_SHARING).map(({ name }) => name) : [],
      similar: similarTo(user.name, user.key)
        .slice(0, MOST_SIMILAR)
        .map(({ id, name, email, similarity }) => ({ id, name, email, similarity })),
    }
  })
}

/** Users whom the request created have an id by now. */
async function withIds(db: Reader, { status, users }: StoredDetail): Promise<AffectedUser[]> {
  const created = users.flatMap(({ id, email }) => (id === null ? [email] : []))
  if (status !== 'EXECUTED' || created.length === 0) return users
  const ids = await idsByEmail(db, created)
  return users.map((user) => ({ ...user, id: user.id ?? ids.get(user.email) ?? null }))
}
