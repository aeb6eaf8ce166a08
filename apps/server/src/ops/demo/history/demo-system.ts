import { api } from '@backoffice/contract/api'
import { APPROVAL_HEADERS } from '@backoffice/contract/approval-headers'
import type { Address, CallInput, Reply } from '@backoffice/contract/endpoint'
import type { TrackedFile } from '@backoffice/contract/files'
import type { ClientBase } from 'pg'
import { evidenceKeyOf } from '../../../adapters/evidence-key.ts'
import { createEmbeddedProvider, embeddedIdentity } from '../../../adapters/identity/embedded.ts'
import type { Identity } from '../../../adapters/identity/identity.ts'
import { loadKeys } from '../../../adapters/keys.ts'
import { createStorage } from '../../../adapters/storage/create-storage.ts'
import { buildApp } from '../../../app/app.ts'
import { performJob } from '../../../app/run-jobs.ts'
import type { Config } from '../../../config/config.ts'
import { createDatabase, createPool } from '../../../db/client.ts'
import { createLedger, createLedgerPool } from '../../../db/ledger.ts'
import { failAfterRetries } from '../../../files/clean-up.ts'
import type { FileJob, JobName, Jobs } from '../../../jobs/queue.ts'
import type { WorkerDeps } from '../../../jobs/worker-deps.ts'
import { createCountedAudit } from '../../../kernel/counted-audit.ts'
import { requestOf } from '../../../kernel/served-apis.ts'
import type { DemoClock } from './demo-clock.ts'

/** Chrome on Windows. */
const USER_AGENT = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0.0.0 Safari/537.36'

export type StatedReason = { reason: string; ticket: string }
type Upload = { name: string; content: string; category: string }

/** The product in this process for the people of the demo, at the times of a clock. It is never reachable. */
export type DemoSystem = Awaited<ReturnType<typeof openDemoSystem>>

type Options = {
  config: Config
  /** The owner's connection, which may change times that the database sets. */
  owner: ClientBase
  /** The owner's connection to the ledger, which may write transactions as a load does. */
  ledgerOwner: ClientBase
  clock: DemoClock
}

export async function openDemoSystem({ config, owner, ledgerOwner, clock }: Options) {
  const pool = createPool(config.databaseDirectUrl, { max: 4 })
  const db = createDatabase(pool)
  const ledgerPool = createLedgerPool(config.ledger, { max: 4 })
  const ledger = createLedger({ db, pool }, ledgerPool)
  const keys = await loadKeys(config)
  const evidenceKey = keys.evidence && evidenceKeyOf(keys.evidence)
  const files = await createStorage(config, keys)
  const provider = createEmbeddedProvider({ pool, key: keys.identity, clock, onError: fail })
  const identity = withDemoTokens(embeddedIdentity(provider), clock)
  const jobs: { name: JobName; data: Jobs[JobName] }[] = []
  const sendJob: WorkerDeps['sendJob'] = async (_tx, name, data) => void jobs.push({ name, data })
  const app = await buildApp({
    config: { ...config, apiDocs: false, rateLimitPerMinute: 1_000_000, maxEventLoopDelayMs: 0 },
    ...{ db, ledger, clock, identity, files, sendJob, evidenceKey },
    countedAudit: createCountedAudit({ db, clock, onError: fail }),
    outbox: null,
    events: () => ({ open: async () => {}, openStreams: () => 0, close: async () => {} }),
  })
  const deps: WorkerDeps = {
    ...{ db, ledger, pool, clock, sendJob, evidenceKey },
    storage: files.storage,
    administration: identity.administration,
    rotateKey: null,
    mailer: null,
    publicUrl: null,
    limits: config.files,
    holds: config.holds,
  }
  const times = await keepTimesOf(owner, clock)
  const { rows } = await owner.query<{ mailbox: string; id: string; sub: string; name: string }>(
    `SELECT split_part(email, '@', 1) AS mailbox, id, identity_sub AS sub, given_name || ' ' || family_name AS name
     FROM users WHERE identity_sub IS NOT NULL`,
  )
  const people = new Map(rows.map((row) => [row.mailbox, row]))

  /** A user by the local part of the email address. */
  function person(mailbox: string) {
    const found = people.get(mailbox)
    if (!found) throw new Error(`The demo has no user ${mailbox}.`)
    return found
  }

  /** Calls an endpoint, with the reason of a change that needs approval. Throws if the call is refused. */
  async function call<E extends Address>(
    endpoint: E,
    input: CallInput<E>,
    as: string,
    stated?: StatedReason,
  ): Promise<Reply<E>> {
    clock.tick()
    const reply = await app.inject(
      requestOf(endpoint, input, {
        authorization: `Bearer demo.${person(as).sub}.token`,
        'user-agent': USER_AGENT,
        ...(stated && {
          [APPROVAL_HEADERS.reason]: encodeURIComponent(stated.reason),
          [APPROVAL_HEADERS.ticket]: stated.ticket,
        }),
      }),
    )
    await times.keepEvents()
    if (reply.statusCode >= 300)
      throw new Error(`${endpoint.method} ${endpoint.path}: ${reply.statusCode} ${reply.body}`)
    return reply.json<{ resource: Reply<E> }>().resource
  }

  /** Performs the waiting jobs and those that they send. */
  async function work(): Promise<void> {
    for (let job = jobs.shift(); job; job = jobs.shift()) {
      clock.tick()
      await performJob(deps, job.name, job.data, (_job, error) => fail(error))
      await times.keepEvents()
    }
  }

  return {
    clock,
    owner,
    ledgerOwner,
    person,
    call,
    work,
    /** Lets the waiting jobs of files fail, as after their last attempt. */
    async failWork(): Promise<void> {
      for (const { data } of jobs.splice(0)) {
        // Jobs of a file have its key and attempt.
        await failAfterRetries(deps, data as FileJob)
        await times.keepEvents()
      }
    },
    /** Runs a job that the schedule sends. */
    async runScheduled(
      name: 'follow-cases' | 'copy-sums' | 'expire-files' | 'expire-approvals' | 'expire-access',
    ): Promise<void> {
      jobs.push({ name, data: {} })
      await work()
    },
    /** Uploads a file as CSV and validates it. */
    async upload({ name, content, category }: Upload, as: string): Promise<TrackedFile> {
      const payload = Buffer.from(content)
      const body = { file_name: name, content_type: 'text/csv', size: payload.length, category }
      const { source_filekey, upload_url = '', headers = {} } = await call(api.files.presign, { body }, as)
      const { pathname, search } = new URL(upload_url, 'http://127.0.0.1')
      const reply = await app.inject({ method: 'PUT', url: pathname + search, headers, payload })
      if (reply.statusCode !== 200) throw new Error(`${name}: ${reply.statusCode} ${reply.body}`)
      const etags = [String(reply.headers.etag)]
      await call(api.files.register, { body: { source_filekey, etags } }, as)
      await work()
      return call(api.files.get, { query: { source_filekey } }, as)
    },
    keepTimes: times.keepTimes,
    async close(): Promise<void> {
      await app.close()
      await times.keepEvents()
      await identity.close()
      await Promise.all([pool.end(), ledgerPool?.end()])
    },
  }
}

function fail(error: unknown): never {
  throw error
}

/** A token names its user. Signed in at the start of the clock's scene. */
function withDemoTokens(identity: Identity, clock: DemoClock): Identity {
  return {
    ...identity,
    verifyToken: async (token) => {
      const signedInAt = Math.floor(clock.sceneStart().getTime() / 1_000)
      const sub = token.split('.')[1] ?? ''
      return { sub, email: '', exp: signedInAt + 3_600, sessionId: null, signedInAt }
    },
  }
}

/** Tables of the installation itself. */
const NOT_OF_SCENES = ['audit_events', 'demo_loads', 'migrations']
/** Days from the installation to the first scene. */
const DAYS_BEFORE = 30

/**
 * Gives rows the time of the clock where the database sets the real time, so that they fit the times that the product
 * sets. Rows that exist before the first scene become older than it.
 */
async function keepTimesOf(owner: ClientBase, clock: DemoClock) {
  const { rows: columns } = await owner.query<{ table_name: string; column_name: string }>(
    `SELECT table_name, column_name FROM information_schema.columns
     WHERE table_schema = 'public' AND column_default = 'now()' AND table_name <> ALL ($1)`,
    [NOT_OF_SCENES],
  )
  const { rows } = await owner.query<{ at: Date; last: string }>(
    `SELECT now() AS at, coalesce((SELECT max(id) FROM audit_events), 0) AS last`,
  )
  const start = rows[0]?.at.toISOString()
  let lastEvent = rows[0]?.last ?? '0'
  const installed = new Date(clock.now().getTime() - DAYS_BEFORE * 86_400_000).toISOString()
  const moved = (to: string, from: string) =>
    columns
      .map(
        ({ table_name: table, column_name: column }) =>
          `UPDATE ${table} SET ${column} = '${to}' WHERE ${column} BETWEEN '${from}' AND now()`,
      )
      .join(';')
  await owner.query('UPDATE audit_events SET at = $1', [installed])
  await owner.query(moved(installed, new Date(Date.now() - 3_600_000).toISOString()))

  return {
    /** Moves the events of the last call or job. */
    async keepEvents(): Promise<void> {
      const { rows: ids } = await owner.query<{ id: string }>(
        'UPDATE audit_events SET at = $1 WHERE id > $2 RETURNING id',
        [clock.now(), lastEvent],
      )
      for (const { id } of ids) if (BigInt(id) > BigInt(lastEvent)) lastEvent = id
    },
    /** Moves the times of the rows that a scene has written. */
    keepTimes: () => owner.query(moved(clock.now().toISOString(), start ?? '')),
  }
}
