import type { Reader } from '../../db/client.ts'

const roleNames = (db: Reader) => db.selectFrom('roles').select(['id', 'name'])
type RoleName = { id: string; name: string }

export function findRoleName(db: Reader, id: string): Promise<RoleName | undefined> {
  return roleNames(db).where('id', '=', id).executeTakeFirst()
}

/** The starter role, not another one of its name. */
export function findStarterRole(db: Reader, name: string): Promise<RoleName | undefined> {
  return roleNames(db).where('name', '=', name).where('is_system', '=', true).executeTakeFirst()
}
