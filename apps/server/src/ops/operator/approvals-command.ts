import { parseArgs } from 'node:util'
import { MAX_REASON_CHARS, RULE_KINDS } from '@backoffice/contract/approvals'
import * as z from 'zod'
import { createIdentity } from '../../adapters/identity/create-identity.ts'
import { loadKeys } from '../../adapters/keys.ts'
import { outboxFolder, writeToOutbox } from '../../adapters/mail/outbox.ts'
import { type Config, readConfig } from '../../config/config.ts'
import { StartError } from '../../config/start-error.ts'
import { createDatabase, createPool, type Database } from '../../db/client.ts'
import { createLedger, createLedgerPool } from '../../db/ledger.ts'
import { createQueue, createSendJob } from '../../jobs/queue.ts'
import { systemClock } from '../../kernel/clock.ts'
import { HttpError } from '../../kernel/errors.ts'
import { ownerUrl } from '../load/owner-url.ts'
import { approveAsOperator, listRequests, OperatorError, switchOffRule } from './operator-approvals.ts'

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
