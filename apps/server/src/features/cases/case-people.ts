import { type Access, may, type Permission } from '@backoffice/contract/access'
import { accessOf } from '@backoffice/contract/grants'
import type { Reader } from '../../db/client.ts'
import { invalidField } from '../../kernel/errors.ts'
import { findHolders, grantsOfUsers, type Holder } from '../access/grants.store.ts'

type CasePeople = { opened_by: string; assignee_id: string | null }
type Person = { id: string; name: string }

const MAX_PEOPLE = 20

/** Active users with a permission, sorted by name. */
async function holdersOf(db: Reader, permission: Permission): Promise<Holder[]> {
  const [resource = ''] = permission.split(':')
  const statements = ['*:*', `${resource}:*`, permission]
  // Selects by module and statement, then decides exactly.
  const found = await findHolders(db, { modules: ['All', 'SMAC Inquiry'], statements })
  return allowed(db, found, (access) => may(access, permission))
}

async function allowed(
  db: Reader,
  holders: readonly Holder[],
  isAllowed: (access: Access, id: string) => boolean,
): Promise<Holder[]> {
  const grants = await grantsOfUsers(
    db,
    holders.map(({ id }) => id),
  )
  return holders.filter(({ id }) => {
    const own = grants.get(id)
    return own !== undefined && isAllowed(accessOf(own), id)
  })
}

/** True if a user with this access sees the case. */
function seesCase({ opened_by, assignee_id }: CasePeople) {
  return (access: Access, id: string) =>
    may(access, 'case:view') && (may(access, 'case:view-all') || id === opened_by || id === assignee_id)
}

type OfferedPerson = Person & { is_own: boolean }
/** `viewer` is listed first, so that a limited list has them. */
type PeopleSearch = { text: string; viewer: string }

/** Active users who may update cases. */
export async function findAssignees(db: Reader, search: PeopleSearch): Promise<OfferedPerson[]> {
  return matching(await holdersOf(db, 'case:update'), search)
}

/** Active users who can see the case. */
export async function findReaders(
  db: Reader,
  found: CasePeople,
  search: PeopleSearch,
): Promise<OfferedPerson[]> {
  const holders = await allowed(db, await holdersOf(db, 'case:view'), seesCase(found))
  return matching(holders, search)
}

function matching(holders: readonly Holder[], { text, viewer }: PeopleSearch): OfferedPerson[] {
  const wanted = text.trim().toLowerCase()
  return holders
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .map(({ id, name }) => ({ id, name, is_own: id === viewer }))
    .toSorted((a, b) => Number(b.is_own) - Number(a.is_own))
    .slice(0, MAX_PEOPLE)
}

/** Throws 422 unless the user is active and may update cases. */
export async function requireAssignee(db: Reader, userId: string): Promise<Person> {
  const found = (await holdersOf(db, 'case:update')).find(({ id }) => id === userId)
  if (!found) throw invalidField('assignee_id', 'E007', 'Choose an active user who may update cases.')
  return { id: found.id, name: found.name }
}

/** Throws 422 at `mentions` for users who cannot see the case. Returns the mentioned users once each. */
export async function requireReaders(
  db: Reader,
  found: CasePeople,
  mentions: readonly string[],
): Promise<Person[]> {
  const ids = [...new Set(mentions)]
  if (ids.length === 0) return []
  const holders = (await findHolders(db, { users: ids })).filter(({ status }) => status === 'ACTIVE')
  const readers = await allowed(db, holders, seesCase(found))
  const refused = ids.filter((id) => !readers.some((reader) => reader.id === id))
  if (refused.length > 0) {
    const names = refused.map((id) => holders.find((holder) => holder.id === id)?.name ?? 'A mentioned user')
    throw invalidField('mentions', 'cannot_see_case', `${names.join(', ')} can’t see this case.`)
  }
  return readers.map(({ id, name }) => ({ id, name }))
}
