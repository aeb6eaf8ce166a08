import { hasModule, MODULES } from '@backoffice/contract/access'
import type { CallInput } from '@backoffice/contract/endpoint'
import { rolesList } from '@backoffice/contract/lists/users'
import { ROLE_RULES, type Role, roleEndpoints } from '@backoffice/contract/roles'
import { queryOptions } from '@tanstack/react-query'
import { parseListSearch, queryOf, type SearchParams } from '../../kit/list/list-search.ts'
import { pageSize } from '../../kit/preferences/preferences.ts'
import { call } from '../../net/call.ts'
import { prefetch } from '../../net/query-client.ts'
import type { AccessForm } from '../access/access-form.ts'

export type RoleValues = {
  name: string
  description: string
  modules: string[]
  policy_ids: string[]
  /** Ids of roles. */
  break_glass_for: string[]
  /** Required second factors: `AUTHENTICATOR` or none. */
  second_factors: string[]
}

export const AUTHENTICATOR = 'authenticator'

const modulesOf = ({ modules }: Pick<RoleValues, 'modules'>) =>
  MODULES.filter((each) => modules.includes(each)).toSorted()

const requirementOf = (factors: readonly string[]) => ({
  requires_second_factor: factors.includes(AUTHENTICATOR),
})

const nameOf = (id: string, known: readonly { id: string; name: string }[]) =>
  known.find((each) => each.id === id)?.name ?? id

export const ROLES: AccessForm<Role, RoleValues> = {
  noun: 'role',
  title: 'Roles',
  key: 'roles',
  path: '/users/users_roles',
  rules: {
    ...ROLE_RULES,
    break_glass_for: { label: 'Break-glass for' },
    second_factors: { label: 'Second factor' },
  },
  maxName: 50,
  describeChosen: 'modules or policies',
  leftOut: { one: 'A module or policy', many: 'modules and policies' },
  chosen: {
    modules: {
      one: 'module',
      many: 'modules',
      labelOf: (module) => `Module ${module}`,
      mayGive: (module, user) => modulesOf({ modules: [module] }).some((each) => hasModule(user, each)),
    },
    policy_ids: {
      one: 'policy',
      many: 'policies',
      labelOf: (id, known) => `Policy ${nameOf(id, known)}`,
      mayGive: (id, _, offered) => offered.some((policy) => policy.id === id && policy.is_grantable),
    },
    break_glass_for: {
      one: 'break-glass role',
      many: 'break-glass roles',
      labelOf: (id, known) => `Break-glass for ${nameOf(id, known)}`,
    },
    second_factors: {
      one: 'second factor',
      many: 'second factors',
      labelOf: () => 'Require an authenticator',
      mayGive: () => true,
    },
  },
  others: { policies: 'Policies', requires_second_factor: 'Authenticator required' },
  empty: { name: '', description: '', modules: [], policy_ids: [], break_glass_for: [], second_factors: [] },
  valuesOf: ({ name, description, modules, policies, break_glass_for, requires_second_factor }) => ({
    name,
    description,
    modules: modules.toSorted(),
    policy_ids: policies.map(({ id }) => id).toSorted(),
    break_glass_for: break_glass_for.map(({ id }) => id).toSorted(),
    second_factors: requires_second_factor ? [AUTHENTICATOR] : [],
  }),
  namedIn: ({ policies, break_glass_for }) => [...policies, ...break_glass_for],
  requestOf: (id, values) => ({
    kind: 'role',
    id,
    modules: modulesOf(values),
    policy_ids: values.policy_ids,
  }),
  get: (id, signal) => call(roleEndpoints.get, { params: { id }, signal }),
  // A new role is offered to no one in an emergency.
  create: ({ break_glass_for: _, second_factors, ...values }, idempotencyKey) => {
    const body = { ...values, modules: modulesOf(values), ...requirementOf(second_factors) }
    return call(roleEndpoints.create, { body, idempotencyKey })
  },
  update: (id, { modules, second_factors, ...changes }) => {
    const body = {
      ...changes,
      ...(modules && { modules: modulesOf({ modules }) }),
      ...(second_factors && requirementOf(second_factors)),
    }
    return call(roleEndpoints.update, { params: { id }, body })
  },
  remove: (id, version) => call(roleEndpoints.remove, { params: { id }, version }),
}

export function rolesQuery(query: NonNullable<CallInput<typeof roleEndpoints.list>['query']>) {
  return queryOptions({
    queryKey: ['roles', 'list', query],
    queryFn: ({ signal }) => call(roleEndpoints.list, { query: query, signal }),
  })
}

/** Prefetches the rows while the screen loads. */
export function loadRoles(params: SearchParams): void {
  prefetch(rolesQuery(queryOf(parseListSearch(rolesList, params), pageSize())))
}
