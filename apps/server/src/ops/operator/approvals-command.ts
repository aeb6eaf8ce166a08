import { parseArgs } from 'node:util'
import { api } from '@backoffice/contract/api'
import {
  APPROVAL_STATUSES,
  MAX_REASON_CHARS,
  RULE_KINDS,
  type RuleKind,
} from '@backoffice/contract/approvals'
import * as z from 'zod'
import { createIdentity } from '../../adapters/identity/create-identity.ts'
import { loadKeys } from '../../adapters/keys.ts'
import { outboxFolder, writeToOutbox } from '../../adapters/mail/outbox.ts'
import { type ApprovableDeps, addApprovableGroups } from '../../app/approvable-groups.ts'
import { type Config, readConfig } from '../../config/config.ts'
import { StartError } from '../../config/start-error.ts'
import { createDatabase, createPool, type Database } from '../../db/client.ts'
import { createLedger, createLedgerPool } from '../../db/ledger.ts'
import { confirmAccess } from '../../features/access/authenticate.ts'
import { approvalsHandlers } from '../../features/approvals/approvals.routes.ts'
import { approve, requireOpen } from '../../features/approvals/decide.ts'
import { prepareExecution } from '../../features/approvals/execute.ts'
import { createApprovalGate } from '../../features/approvals/gate.ts'
import { listPending, lockApproval } from '../../features/approvals/requests/approvals.store.ts'
import { lockRule, updateRule } from '../../features/approvals/requests/rules.store.ts'
import { createQueue, createSendJob } from '../../jobs/queue.ts'
import { NO_REQUEST, recordAudit } from '../../kernel/audit.ts'
import { systemClock } from '../../kernel/clock.ts'
import { HttpError } from '../../kernel/errors.ts'
import { registerApprovables } from '../../kernel/mount.ts'
import { ownerUrl } from '../load/owner-connections.ts'

const USAGE = `Usage:
  npm run approvals -- list
  npm run approvals -- approve ID --reason REASON
  npm run approvals -- rules off KIND    (${RULE_KINDS.join(', ')})`

const command = z.union([
  z.tuple([z.literal('list')]),
  z.tuple([z.literal('approve'), z.uuid()]),
  z.tuple([z.literal('rules'), z.literal('off'), z.enum(RULE_KINDS)]),
])
const reasonSchema = z.string().trim().min(1).max(MAX_REASON_CHARS)

type Command =
  | { do: 'list' }
  | { do: 'approve'; id: string; reason: string }
  | { do: 'rules off'; kind: (typeof RULE_KINDS)[number] }

function readArguments(args: readonly string[]): Command | null {
  try {
    const options = { reason: { type: 'string' } } as const
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options })
    const read = command.parse(positionals)
    if (read[0] === 'list') return { do: 'list' }
    if (read[0] === 'rules') return { do: 'rules off', kind: read[2] }
    return { do: 'approve', id: read[1].toLowerCase(), reason: reasonSchema.parse(values.reason) }
  } catch {
    return null
  }
}

/** Runs the operator’s command, for times when no user who can decide is available. */
export async function runApprovalsCommand(args: readonly string[], env: NodeJS.ProcessEnv) {
  const wanted = readArguments(args)
  if (!wanted) return { code: 2, output: '', error: USAGE }
  try {
    return { code: 0, output: await run(wanted, env), error: '' }
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : String(thrown)
    const isRefused = [OperatorError, HttpError, StartError].some((kind) => thrown instanceof kind)
    return {
      code: 1,
      output: '',
      error: isRefused ? message : `The command failed. Run it again. ${message}`,
    }
  }
}

async function run(wanted: Command, env: NodeJS.ProcessEnv): Promise<string> {
  const config = readConfig({ ...env, DATABASE_URL: env.DATABASE_URL || (await ownerUrl(env)) })
  const pool = createPool(config.databaseDirectUrl, { max: 2 })
  const db = createDatabase(pool)
  try {
    if (wanted.do === 'list') return await listRequests(db)
    if (wanted.do === 'rules off') return await switchOffRule(db, wanted.kind)
    return await runApproval(wanted, { config, pool, db })
  } finally {
    // Kysely does not end a pool that it never used.
    await pool.end()
  }
}

type Approval = Extract<Command, { do: 'approve' }>
type System = { config: Config; pool: ReturnType<typeof createPool>; db: Database }

/** Approves with the job queue and the identity provider of the system, which changes of users need. */
async function runApproval(wanted: Approval, { config, pool, db }: System): Promise<string> {
  const { identity: key } = await loadKeys(config)
  const outbox = { add: writeToOutbox.bind(null, outboxFolder(config.dataDir)) }
  const identity = createIdentity(config, { pool, key, clock: systemClock, outbox, onError: console.error })
  const boss = createQueue(config.databaseDirectUrl, 'send', console.error)
  const ledgerPool = createLedgerPool(config.ledger, { max: 2 })
  try {
    await boss.start()
    const { breakGlassHours } = config
    const ledger = createLedger({ db, pool }, ledgerPool)
    const deps = { db, ledger, clock: systemClock, sendJob: createSendJob(boss), identity, breakGlassHours }
    return await approveAsOperator(deps, wanted)
  } finally {
    await boss.stop({ graceful: false })
    await Promise.all([identity.close(), ledgerPool?.end()])
  }
}

/** A refusal with a message for the operator. */
class OperatorError extends Error {}

const OPERATOR = { id: null, name: 'Operator', caller: null }

async function listRequests(db: Database): Promise<string> {
  const rows = await listPending(db)
  if (rows.length === 0) return 'No requests are waiting.'
  return rows
    .map(
      ({ id, what, requester, expires_at }) =>
        `${id}  ${what}  (${requester}, ${expires_at ? `decide by ${expires_at.toISOString()}` : 'no time limit'})`,
    )
    .join('\n')
}

/** The operator requests nothing. */
const NO_LIMITS = { open: 0, perHour: 0 }

/** Approves a request in place of a user. Throws `OperatorError` or `approval_ended`. */
async function approveAsOperator(
  deps: ApprovableDeps,
  { id, reason }: { id: string; reason: string },
): Promise<string> {
  const { db, clock, sendJob } = deps
  const gate = createApprovalGate({ ...deps, limits: NO_LIMITS })
  const executor = { db, clock, sendJob, approvables: gate.approvables, confirmAccess }
  addApprovableGroups(deps, (name, group, handlers) => registerApprovables(gate, name, group, handlers))
  registerApprovables(gate, 'approvals', api.approvals, approvalsHandlers(executor))
  const execution = await prepareExecution(executor, id, { ...NO_REQUEST, approver: OPERATOR })
  const { row, failure } = await db.transaction().execute(async (tx) => {
    const stored = await lockApproval(tx, id)
    if (!stored) throw new OperatorError('There is no request with this id.')
    requireOpen(stored)
    const approved = await approve({ tx, id, by: OPERATOR, clock, sendJob }, execution, reason)
    const changes = { status: ['PENDING', approved.row.status] } as const
    await recordAudit(tx, { actor: OPERATOR, ...NO_REQUEST }, [
      { resource: 'approval', action: approved.failure ? 'fail' : 'approve', id, changes, reason },
    ])
    return approved
  })
  if (failure)
    throw new OperatorError(`${APPROVAL_STATUSES[row.status]}, nothing was changed: ${failure.message}`)
  return `Approved: ${row.what}.`
}

/** Switches a rule off without approval. Throws `OperatorError` if it is off. */
async function switchOffRule(db: Database, kind: RuleKind): Promise<string> {
  await db.transaction().execute(async (tx) => {
    const { is_on, threshold } = await lockRule(tx, kind)
    if (!is_on) throw new OperatorError('This rule is already off.')
    await updateRule(tx, kind, { is_on: false, threshold })
    await recordAudit(tx, { actor: OPERATOR, ...NO_REQUEST }, [
      { resource: 'approval-rule', action: 'update', id: kind, changes: { is_on: [true, false] } },
    ])
  })
  return `The rule ${kind} is off.`
}
