import { api } from '@backoffice/contract/api'
import type { Endpoint } from '@backoffice/contract/endpoint'
import type { tableApi } from '@backoffice/contract/lookup-tables.schemas'
import { TABLES } from '@backoffice/contract/tables/tables'
import type { Ledger } from '../db/ledger.ts'
import { accessRequestsHandlers } from '../features/access/requests/access-requests.routes.ts'
import { lookupIndexHandlers } from '../features/lookup-index/lookup-index.routes.ts'
import { tableFilesHandlers } from '../features/lookup-tables/files/table-files.routes.ts'
import { tableHandlers } from '../features/lookup-tables/table-handlers.ts'
import { policiesHandlers } from '../features/policies/policies.routes.ts'
import { rolesHandlers } from '../features/roles/roles.routes.ts'
import { terminalsHandlers } from '../features/terminals/terminals.routes.ts'
import type { UsersDeps } from '../features/users/user-values.ts'
import { usersHandlers } from '../features/users/users.routes.ts'
import type { Handlers } from '../kernel/mount.ts'

type AddGroup = <Group extends Record<string, Endpoint>>(
  name: string,
  group: Group,
  handlers: Handlers<NoInfer<Group>>,
) => void

export type ApprovableDeps = UsersDeps & { ledger: Ledger; breakGlassHours: number }

/** Groups with endpoints that may need approval, for the web process and the operator’s command. */
export function addApprovableGroups(
  { db, ledger, clock, sendJob, identity, breakGlassHours }: ApprovableDeps,
  add: AddGroup,
): void {
  const deps = { db, ledger, clock, sendJob }
  add('roles', api.roles, rolesHandlers(deps))
  add('policies', api.policies, policiesHandlers(deps))
  add('users', api.users, usersHandlers({ ...deps, identity }))
  for (const table of TABLES) {
    // Terminals have separate endpoints.
    if (table.name === 'terminals') continue
    // The group follows its table's declaration, but the general type does not.
    const group = api[table.name] as ReturnType<typeof tableApi>
    add(table.name, group, { ...tableHandlers(table, deps), ...tableFilesHandlers(table, deps) })
  }
  add('accessRequests', api.accessRequests, accessRequestsHandlers({ ...deps, breakGlassHours }))
  add('terminals', api.terminals, terminalsHandlers(deps))
  add('mapping', api.mapping, lookupIndexHandlers(deps))
}
