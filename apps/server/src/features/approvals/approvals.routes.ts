import type { Access } from '@backoffice/contract/access'
import type { api } from '@backoffice/contract/api'
import { APPROVAL_KINDS } from '@backoffice/contract/approvals'
import type { Reader, Tx } from '../../db/client.ts'
import type { SendJob } from '../../jobs/queue.ts'
import { changesOf } from '../../kernel/audit.ts'
import { runBulk } from '../../kernel/bulk.ts'
import type { Call, Caller } from '../../kernel/caller.ts'
import { type Clock, manilaDay } from '../../kernel/clock.ts'
import { HttpError, invalidField } from '../../kernel/errors.ts'
import { listRows } from '../../kernel/list-rows.ts'
import type { Handlers } from '../../kernel/mount.ts'
import { requireVersion } from '../../kernel/version.ts'
import { lockAccess } from '../access/access-lock.ts'
import { isAnyRuleOn, requireDeciders } from '../access/deciders.store.ts'
import { eligibleDeciders, permanentHolders } from '../access/permanent-holders.ts'
import { mayGiveAccess } from '../access/requests/access-choices.ts'
import {
  findVisible,
  isDecider,
  noSuchRequest,
  readApproval,
  toRow,
  waitingChanges,
} from './approval-replies.ts'
import { approveOne, dismissOne, rejectOne, withdrawOne } from './decide.ts'
import { type ExecutorDeps, NotExecutable, type PreparedExecution, prepareExecution } from './execute.ts'
import { requestRows } from './request-rows.ts'
import {
  type ApprovalViewer,
  approvalsSource,
  countOpen,
  type StoredDetail,
} from './requests/approvals.store.ts'
import { maySeeRows, viewableTables } from './requests/request-table.ts'
import { findRules, lockRule, updateRule } from './requests/rules.store.ts'

type Deps = ExecutorDeps & { clock: Clock; sendJob: SendJob }

export function approvalsHandlers(deps: Deps): Handlers<(typeof api)['approvals']> {
  const { db, clock, sendJob } = deps
  return {
    list: async ({ body }, { caller }) => {
      const source = approvalsSource(db, viewer(caller.id, caller.access))
      const { rows, ...page } = await listRows(db, source, body)
      return { items: rows.map((row) => toRow(row, caller)), ...page }
    },

    counts: async (_received, { caller: { id, permanent } }) => countOpen(db, viewer(id, permanent)),

    get: async ({ params }, { caller }) => readApproval(db, params.id, caller, manilaDay(clock.now())),

    rows: async ({ params, body }, { caller }) =>
      requestRows(db, await findVisible(db, params.id, caller), body, {
        caller,
        today: manilaDay(clock.now()),
      }),

    waiting: async ({ body }, { caller }) => ({ items: await waitingChanges(db, body, caller) }),

    check: async ({ params }, call) => dryRun(deps, params.id, call),

    approve: async ({ body: { items, reason } }, call) => {
      const { caller } = call
      const executions = await prepareAll(deps, items, call)
      return async (tx) => {
        // Deciders act one at a time, by their permanent access.
        await lockAccess(tx, caller, 'approval:decide')
        const apply = ({ id, content_hash: opened }: (typeof items)[number]) =>
          approveOne({ tx, id, caller, clock, sendJob, opened }, executions.get(id), reason || null)
        return runBulk({ tx, items, apply })
      }
    },

    reject:
      async ({ body: { items, reason } }, { caller }) =>
      async (tx) => {
        await lockAccess(tx, caller, 'approval:decide')
        const apply = ({ id }: { id: string }) => rejectOne({ tx, id, caller, clock, sendJob }, reason)
        return runBulk({ tx, items, apply })
      },

    dismiss: async ({ body: { items } }, call) => {
      const { caller } = call
      const executions = await prepareAll(deps, items, call)
      return async (tx) => {
        await lockAccess(tx, caller, 'approval:decide')
        const apply = ({ id }: { id: string }) =>
          dismissOne({ tx, id, caller, clock, sendJob }, executions.get(id))
        return runBulk({ tx, items, apply })
      }
    },

    withdraw:
      async ({ body: { id } }, { caller }) =>
      async (tx) => {
        const { resource, ...written } = await runBulk({
          tx,
          items: [{ id }],
          apply: () => withdrawOne({ tx, id, caller, clock, sendJob }),
        })
        const row = resource.items[0]?.row
        if (!row) throw noSuchRequest()
        return { ...written, resource: row }
      },

    rules: async () => ({
      items: await findRules(db),
      deciders: (await permanentHolders(db, 'approval:decide')).length,
    }),

    updateRule:
      async ({ params: { kind }, body: { version, is_on, threshold } }, { caller }) =>
      async (tx: Tx) => {
        await lockAccess(tx, caller, 'approval:manage')
        const isGoverned = await isAnyRuleOn(tx)
        const before = await lockRule(tx, kind)
        requireVersion(before.version, version, before, 'Someone else changed this rule in the meantime.')
        if (threshold !== undefined && before.threshold === null)
          throw invalidField('threshold', 'invalid', 'This rule has no threshold.')
        const values = { is_on: is_on ?? before.is_on, threshold: threshold ?? before.threshold }
        const changes = changesOf(before, values, ['is_on', 'threshold'])
        const proposal = {
          what: `Change rule ${APPROVAL_KINDS[kind].label}`,
          records: [kind],
          effects: [{ kind: 'RULES' as const, count: 1 }],
          isExempt: !isGoverned,
        }
        if (Object.keys(changes).length === 0)
          return { resource: before, unchanged: true, proposal: { ...proposal, effects: [] } }
        const after = await updateRule(tx, kind, values)
        await requireDeciders(tx)
        return { resource: after, audit: [{ id: kind, changes }], proposal }
      },
  }
}

const viewer = (id: string, access: Access): ApprovalViewer => ({
  id,
  isDecider: isDecider({ access }),
  tables: viewableTables(access),
})

function prepare(
  deps: Deps,
  id: string,
  call: Call,
  decider: Caller | null = call.caller,
): Promise<PreparedExecution> {
  const { id: by, name } = call.caller
  return prepareExecution(deps, id, { ...call, approver: { id: by, name, caller: decider } })
}

/** The executions of a bulk decision, by id. */
async function prepareAll(deps: Deps, items: readonly { id: string }[], call: Call) {
  const executions = new Map<string, PreparedExecution>()
  for (const { id } of items) executions.set(id, await prepare(deps, id, call))
  return executions
}

class DryRunDone extends Error {}

/** Applies the request in a transaction that is always rolled back. */
async function dryRun(deps: Deps, id: string, call: Call) {
  const stored = await findVisible(deps.db, id, call.caller)
  if (stored.status !== 'PENDING') return { is_current: false, detail: null, deciders: [] }
  const run = async () => {
    // The requester may not decide, but sees whether it can still be approved.
    const isOwn = stored.requested_by === call.caller.id
    const execution = await prepare(deps, id, call, isOwn ? null : call.caller)
    if (execution instanceof NotExecutable) throw execution
    await deps.db.transaction().execute(async (tx) => {
      await execution?.(tx)
      throw new DryRunDone()
    })
  }
  const error: unknown = await run().catch((thrown: unknown) => thrown)
  const deciders = (await decidersOf(deps.db, stored)).filter(({ id: each }) => each !== call.caller.id)
  if (error instanceof DryRunDone) return { is_current: true, detail: null, deciders }
  if (error instanceof NotExecutable || error instanceof HttpError)
    return { is_current: false, detail: error.message, deciders }
  throw error
}

/** Users who can decide a pending request now, sorted by name. */
async function decidersOf(
  db: Reader,
  { requested_by, subjects, table_name, kind, requested_access }: StoredDetail,
): Promise<{ id: string; name: string }[]> {
  const eligible = await eligibleDeciders(db, [requested_by, ...subjects])
  const mayGive =
    kind === 'ACCESS' && requested_access
      ? await mayGiveAccess(db, requested_by, requested_access)
      : undefined
  return eligible
    .filter(({ held }) => maySeeRows(held, table_name) && (mayGive?.(held) ?? true))
    .map(({ id, name }) => ({ id, name }))
}
