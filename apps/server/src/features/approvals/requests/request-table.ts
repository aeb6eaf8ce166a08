import { type Access, may, type Permission } from '@backoffice/contract/access'
import { tablePermission } from '@backoffice/contract/table'
import type { TableName } from '@backoffice/contract/tables/headers'
import { TABLES } from '@backoffice/contract/tables/tables'

/** Names of the lookup tables that the user may view. */
export function viewableTables(access: Access): TableName[] {
  return TABLES.filter((table) => may(access, tablePermission(table, 'view'))).map(({ name }) => name)
}

/** Permission to see the rows that a request changes. Null for a request about no lookup table. */
export function viewPermission(tableName: string | null | undefined): Permission | null {
  const table = TABLES.find(({ name }) => name === tableName)
  return table ? tablePermission(table, 'view') : null
}

/** True if the user may see all that the request changes. */
export function maySeeRows(access: Access, tableName: string | null | undefined): boolean {
  const permission = viewPermission(tableName)
  return permission === null || may(access, permission)
}
