import { type Access, STATEMENTS } from '@backoffice/contract/access'
import type { api } from '@backoffice/contract/api'
import { isCovered, riskOf } from '@backoffice/contract/grants'
import type { Clock } from '../../adapters/clock.ts'
import type { Database, Tx } from '../../db/client.ts'
import type { SendJob } from '../../jobs/queue.ts'
import type { Caller } from '../../kernel/caller.ts'
import { changesOf } from '../../kernel/changes.ts'
import { HttpError } from '../../kernel/errors.ts'
import { listRows } from '../../kernel/list-rows.ts'
import type { Handlers } from '../../kernel/mount.ts'
import { reasonOfVersion, requireVersion } from '../../kernel/version.ts'
import { lockAccess, missingOf, requireAdministrator, requireHeld } from '../access/access-lock.ts'
import { requireNoneExceeding } from '../access/exceeding.ts'
import { requireGained } from '../access/granting.ts'
import { impactOfChange, requireSeen } from '../access/impact.ts'
import {
  inUseBy,
  nameTaken,
  requireNotOwn,
  requireNotSystem,
  requireRenamable,
} from '../access/record-guards.ts'
import { startExport } from '../files/start-export.ts'
import { catalogue } from './catalogue.ts'
import {
  deletePolicy,
  findPolicy,
  findPolicyOfName,
  insertPolicy,
  lockPolicy,
  type PolicyValues,
  policiesSource,
  policyOptions,
  type StoredPolicy,
  type StoredPolicyDetail,
  updatePolicy,
} from './policies.store.ts'

type Deps = { db: Database; clock: Clock; sendJob: SendJob }

export function policiesHandlers({ db, clock, sendJob }: Deps): Handlers<(typeof api)['policies']> {
  return {
    list: async ({ query }) => {
      const { rows, ...page } = await listRows(db, policiesSource(db), query)
      return { items: rows.map(toRow), ...page }
    },

    export: async ({ body }, { caller }) =>
      startExport(
        { clock, sendJob },
        { category: 'POLICIES', name: 'policies', asked: body, caller, owner: null },
      ),

    catalogue: async () => catalogue(),

    options: async ({ query }, { caller: { access } }) => {
      const rows = await policyOptions(db, query.search?.trim())
      const isHeld = (statements: string[]) => missingOf(access, { modules: [], statements }).length === 0
      return { items: rows.map((row) => ({ ...row, is_grantable: isHeld(row.statements) })) }
    },

    get: async ({ params }) => toPolicy((await findPolicy(db, params.id)) ?? notFound()),

    create:
      async ({ body }, { caller }) =>
      async (tx) => {
        const held = await lockAccess(tx, caller, 'policy:create')
        const values = valuesOf({ ...body, description: body.description ?? '' })
        await requireFreeName(tx, values.name, null)
        requireHeld(held, { modules: [], statements: values.statements })
        const id = await insertPolicy(tx, values, caller.id)
        return { resource: await reread(tx, id), audit: [{ id, changes: changesOf({}, values, AUDITED) }] }
      },

    update:
      async ({ params: { id }, body: { version, impact_version, ...given } }, { caller }) =>
      async (tx) => {
        const held = await lockAccess(tx, caller, 'policy:update')
        const policy = await lockSeen(tx, id, version)
        requireNotSystem(policy)
        const before = valuesOf(policy)
        const { name = before.name, description = before.description, statements = before.statements } = given
        const values = valuesOf({ name, description, statements })
        const changes = changesOf(before, values, AUDITED)
        if (Object.keys(changes).length === 0) return { resource: toPolicy(policy), unchanged: true }
        await requireFreeName(tx, values.name, id)
        const isAccess = Boolean(changes.statements)
        const isRenamed = Boolean(changes.name || changes.description)
        await requireAllowed({ tx, caller, held, id, before, values, isAccess, isRenamed, impact_version })
        await updatePolicy(tx, id, values, caller.id)
        await requireAdministrator(tx)
        return { resource: await reread(tx, id), audit: [{ changes }] }
      },

    remove:
      async ({ params: { id }, version }, { caller }) =>
      async (tx) => {
        await lockAccess(tx, caller, 'policy:delete')
        const policy = await lockSeen(tx, id, version)
        requireNotSystem(policy)
        const uses = usesOf(policy)
        if (uses.length > 0) throw inUseBy('policy', uses)
        await deletePolicy(tx, id)
        return {
          resource: { id },
          audit: [{ changes: changesOf(valuesOf(policy), {}, AUDITED), ...reasonOfVersion(version) }],
        }
      },
  }
}

type Change = {
  tx: Tx
  caller: Caller
  held: Access
  id: string
  before: PolicyValues
  values: PolicyValues
  isAccess: boolean
  isRenamed: boolean
  impact_version: string | undefined
}

/**
 * The caller must hold everything granted, must not be affected, and must have seen this impact. No affected user
 * exceeds the caller; a new name affects all holders.
 */
async function requireAllowed(change: Change) {
  const { tx, caller, held, id, before, values, isAccess, isRenamed, impact_version } = change
  const statements = values.statements.filter((statement) => !isCovered(statement, before.statements))
  requireHeld(held, { modules: [], statements })
  const found = await impactOfChange(tx, { kind: 'policy', id, statements: [...values.statements] })
  if (isRenamed) {
    const given = { modules: [], statements: before.statements }
    requireRenamable('policy', missingOf(held, given).length === 0)
    requireNoneExceeding(held, found.holders)
  }
  if (!isAccess) return
  requireNotOwn(found, caller)
  requireNoneExceeding(held, found.changed.values())
  requireGained(held, found.gained)
  requireSeen(found, impact_version)
}

const AUDITED = ['name', 'description', 'statements', 'risk'] as const

/** Without repeats, in the order of the access table; the risk is worked out, whatever was stored. */
function valuesOf({ name, description, statements }: Omit<PolicyValues, 'risk'>): PolicyValues {
  return {
    name: name.trim(),
    description: description.trim(),
    statements: STATEMENTS.filter((statement) => statements.includes(statement)),
    risk: riskOf(statements),
  }
}

/** Without a version: as it is now. */
async function lockSeen(tx: Tx, id: string, version: number | undefined): Promise<StoredPolicyDetail> {
  const policy = (await lockPolicy(tx, id)) ?? notFound()
  const detail = `${policy.updated_by_name ?? 'The system'} saved this policy in the meantime.`
  if (version !== undefined) requireVersion(policy.version, version, toPolicy(policy), detail)
  return policy
}

async function requireFreeName(tx: Tx, name: string, notId: string | null): Promise<void> {
  const other = await findPolicyOfName(tx, name, notId)
  if (other) throw nameTaken('policy', other)
}

function usesOf({ role_count, user_count, used_by_roles, held_by }: StoredPolicyDetail) {
  const first = (all: readonly { name: string }[]) => all.slice(0, 3).map(({ name }) => name)
  return [
    { label: 'Roles' as const, count: role_count, names: first(used_by_roles) },
    { label: 'Users' as const, count: user_count, names: first(held_by) },
  ].filter(({ count }) => count > 0)
}

async function reread(tx: Tx, id: string) {
  return toPolicy((await findPolicy(tx, id)) ?? notFound())
}

function toRow(row: StoredPolicy) {
  const { updated_by: id, updated_by_name: name } = row
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    updated_by: id !== null && name !== null ? { id, name } : null,
  }
}

function toPolicy({ used_by_roles, held_by, ...row }: StoredPolicyDetail) {
  return { ...toRow(row), used_by_roles, held_by }
}

function notFound(): never {
  throw new HttpError('not_found', { detail: 'This policy does not exist, or was deleted.' })
}
