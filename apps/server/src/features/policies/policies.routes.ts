import { PERMISSIONS, RESOURCES, resourceOf, STATEMENTS } from '@backoffice/contract/access'
import type { api } from '@backoffice/contract/api'
import { byResource, HIGH_RISK, riskOf } from '@backoffice/contract/grants'
import { PERMISSION_LABELS } from '@backoffice/contract/permission-labels'
import type { Database } from '../../db/client.ts'
import type { SendJob } from '../../jobs/queue.ts'
import type { Clock } from '../../kernel/clock.ts'
import { listRows } from '../../kernel/list-rows.ts'
import type { Handlers } from '../../kernel/mount.ts'
import { missingOf } from '../access/access-lock.ts'
import { type AccessRecord, accessRecordHandlers } from '../access/records/access-records.ts'
import { namesOfTemporaryHolders } from '../access/temporary-access.store.ts'
import {
  deletePolicy,
  findPolicy,
  insertPolicy,
  type PolicyContent,
  policiesSource,
  policyOptions,
  type StoredPolicy,
  type StoredPolicyDetail,
  updatePolicy,
} from './policies.store.ts'

type Deps = { db: Database; clock: Clock; sendJob: SendJob }
type PolicyInput = { [K in 'name' | 'description']?: string | undefined } & {
  statements?: string[] | undefined
}

export function policiesHandlers(deps: Deps): Handlers<(typeof api)['policies']> {
  const { db } = deps
  return {
    ...accessRecordHandlers(policyRecord, deps),

    catalogue: async () => catalogue(),

    options: async ({ query }, { caller: { permanent } }) => {
      const rows = await policyOptions(db, query.search?.trim())
      const isHeld = (statements: string[]) => missingOf(permanent, { modules: [], statements }).length === 0
      return { items: rows.map((row) => ({ ...row, is_grantable: isHeld(row.statements) })) }
    },
  }
}

const policyRecord: AccessRecord<StoredPolicy, StoredPolicyDetail, PolicyInput, PolicyContent> = {
  noun: 'policy',
  category: 'POLICIES',
  table: 'policies',
  empty: { name: '', description: '', statements: [], risk: 'LOW' },
  list: (db, query) => listRows(db, policiesSource(db), query),
  find: findPolicy,
  insert: insertPolicy,
  update: updatePolicy,
  remove: deletePolicy,
  usesOf: async (tx, { id, role_count, user_count, used_by_roles, held_by }) => {
    const first = (all: readonly { name: string }[]) => all.slice(0, 3).map(({ name }) => name)
    const temporary = await namesOfTemporaryHolders(tx, { policyId: id })
    return [
      { label: 'Roles', count: role_count, names: first(used_by_roles) },
      {
        label: 'Users',
        count: user_count + temporary.length,
        names: [...first(held_by), ...temporary].slice(0, 3),
      },
    ]
  },
  storedContent: valuesOf,
  changed: async (_tx, before, input) => {
    const { name = before.name, description = before.description, statements = before.statements } = input
    return valuesOf({ name, description, statements })
  },
  grants: ({ statements }) => ({ modules: [], statements }),
  isGrantable: (held, grants) => missingOf(held, grants).length === 0,
  impactRequest: (id, { statements }) => ({ kind: 'policy', id, statements }),
  audited: ({ name, description, statements, risk }) => ({ name, description, statements, risk }),
}

/** Normalized content has each statement once, in the order of the access table; the risk is computed. */
function valuesOf({ name, description, statements }: Omit<PolicyContent, 'risk'>): PolicyContent {
  return {
    name: name.trim(),
    description: description.trim(),
    statements: STATEMENTS.filter((statement) => statements.includes(statement)),
    risk: riskOf(statements),
  }
}

export function catalogue() {
  return [...byResource(PERMISSIONS).values()].map((permissions) => {
    // Every resource has an action.
    const resource = resourceOf(permissions[0] ?? 'dashboard:view')
    const { label, module } = RESOURCES[resource]
    const actions = permissions.map((permission) => ({
      action: permission.slice(resource.length + 1),
      label: PERMISSION_LABELS[permission],
      risk: HIGH_RISK.has(permission) ? ('HIGH' as const) : ('LOW' as const),
    }))
    return { resource, label, module, actions }
  })
}
