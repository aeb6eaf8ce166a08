// over 300 lines: the whole product in one process, with every option of the tests
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@backoffice/contract/api'
import type { Address, CallInput, Reply } from '@backoffice/contract/endpoint'
import type { Problem } from '@backoffice/contract/values.schemas'
import type { IdentityProvider } from '@backoffice/identity'
import { evidenceKeyOf } from '../adapters/evidence-key.ts'
import { createKeyRotation } from '../adapters/identity/create-identity.ts'
import { createEmbeddedProvider, EMBEDDED_POOL, embeddedIdentity } from '../adapters/identity/embedded.ts'
import type { Identity } from '../adapters/identity/identity.ts'
import { outboxMailer } from '../adapters/mail/create-mailer.ts'
import type { Mailer } from '../adapters/mail/mailer.ts'
import { Outbox } from '../adapters/mail/outbox.ts'
import { openLocalStorage } from '../adapters/storage/create-storage.ts'
import { LocalStorage } from '../adapters/storage/local-storage.ts'
import { observeStorage } from '../adapters/storage/storage.ts'
import { buildApp } from '../app/app.ts'
import { runJobs } from '../app/run-jobs.ts'
import type { Config } from '../config/config.ts'
import { createDatabase, createPool } from '../db/client.ts'
import { createLedger } from '../db/ledger.ts'
import { createSessionsEndedHandler } from '../features/account/account.store.ts'
import { createSecurityEventHandler } from '../features/security-log/security-events.ts'
import { createFileEvents } from '../files/tracked/file-events.ts'
import { checkQueue, createQueue, createSendJob } from '../jobs/queue.ts'
import { createCountedAudit } from '../kernel/counted-audit.ts'
import { logOptions } from '../kernel/logging.ts'
import { createReadiness } from '../kernel/readiness.ts'
import { requestOf } from '../kernel/served-apis.ts'
import type { Traces } from '../telemetry/call-context.ts'
import { createTelemetry } from '../telemetry/telemetry.ts'
import { createTestDatabase, TEST_KEY } from './test-database.ts'
import { TEST_HOLDS, TEST_LIMITS, TEST_QUOTAS } from './test-limits.ts'

type Options = {
  /** Replaces the embedded provider in the app. */
  cloud?: Identity
  webDist?: string
  callsPerMinute?: number
  bodyTimeoutMs?: number
  breakGlassHours?: number
  requestLimits?: Config['requestLimits']
  /** Null if no key is configured. */
  evidenceSeed?: Buffer | null
  quotas?: Partial<Config['quotas']>
  holds?: Partial<Config['holds']>
  apis?: Config['apis']
  trustedProxies?: string[]
  workers?: boolean
  /** The outbox by default. */
  mailer?: Mailer | null
  /** Connection string of the LISTEN connection, by default of the test database. */
  listenAt?: string
  /** URL of the test database for calls and the identity provider. */
  poolAt?: (url: string) => Promise<string>
  /** A LocalStorage by default. */
  createStorage?: (folder: string, secret: Buffer) => LocalStorage
  limits?: Partial<typeof TEST_LIMITS>
  /** Receives each line of the log. */
  log?: (line: string) => void
  traces?: Traces | null
}

/** Origin that links in mail have. */
export const PUBLIC_URL = 'https://backoffice.test'

/** Starts app, database, storage, identity and optionally workers in one process. */
export async function startTestSystem({
  workers = false,
  limits = {},
  callsPerMinute = 1_000_000,
  quotas = {},
  holds = {},
  apis = 'both',
  trustedProxies = [],
  bodyTimeoutMs,
  breakGlassHours = 1,
  requestLimits = { open: 10_000, perHour: 10_000 },
  evidenceSeed = TEST_KEY,
  cloud,
  mailer,
  webDist,
  listenAt,
  poolAt = async (url) => url,
  createStorage = (path, secret) => new LocalStorage(path, secret),
  log,
  traces = null,
}: Options = {}) {
  const database = await createTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'backoffice-test-'))
  const clock = { offsetMs: 0, now: () => new Date(Date.now() + clock.offsetMs) }
  const pool = createPool(await poolAt(database.url), { max: 12 })
  const db = createDatabase(pool)
  const ledgerPool = database.ledgerUrl === database.url ? null : createPool(database.ledgerUrl, { max: 12 })
  const ledger = createLedger({ db, pool }, ledgerPool)
  const failures: unknown[] = []
  const report = (error: unknown) => void failures.push(error)
  const outbox = new Outbox()
  const countedAudit = createCountedAudit({ db, clock, onError: report })
  const identity = createEmbeddedProvider({
    pool,
    key: TEST_KEY,
    clock,
    outbox,
    publicUrl: PUBLIC_URL,
    onSessionsEnded: createSessionsEndedHandler(db),
    onSecurityEvent: createSecurityEventHandler(db, countedAudit),
    onError: report,
  })
  const storage = createStorage(join(folder, 'storage'), TEST_KEY)
  const boss = createQueue(database.url, workers ? 'work' : 'send', report)
  await boss.start()
  const files = { ...TEST_LIMITS, ...limits }
  const sendJob = createSendJob(boss)
  const evidenceKey = evidenceSeed && evidenceKeyOf(evidenceSeed)
  const usedIdentity = cloud ?? embeddedIdentity(identity)
  const telemetry = createTelemetry()
  const readiness = createReadiness()
  readiness.add({
    database: { probe: () => pool.query('SELECT 1'), needed: 'always' },
    queue: { probe: () => checkQueue(boss), needed: 'start' },
    storage: { probe: () => storage.check(), needed: 'start' },
    identity: { probe: () => usedIdentity.checkKeys(), needed: 'always' },
  })
  readiness.started()
  const app = await buildApp({
    config: {
      webDist: webDist ?? join(folder, 'no-web'),
      apis,
      rateLimitPerMinute: callsPerMinute,
      holds: { ...TEST_HOLDS, ...holds },
      quotas: { ...TEST_QUOTAS, ...quotas },
      files,
      apiDocs: true,
      // Tests run in the same process and may block it.
      maxEventLoopDelayMs: 0,
      buildCheckMs: 3_600_000,
      lockAfterMs: 900_000,
      trustedProxies,
      hstsSeconds: 31_536_000,
      breakGlassHours,
      replyLinkHosts: ['help.northline.test'],
      requestLimits,
    },
    db,
    ledger,
    clock,
    files: {
      ...openLocalStorage(storage, { storage: TEST_KEY }),
      storage: observeStorage(storage, telemetry),
    },
    identity: usedIdentity,
    outbox: cloud ? null : outbox,
    sendJob,
    countedAudit,
    evidenceKey,
    readiness,
    telemetry,
    traces,
    ...(bodyTimeoutMs !== undefined && { bodyTimeoutMs }),
    ...(log && { logger: { ...logOptions('info'), stream: { write: log } } }),
    events: (authenticate) =>
      createFileEvents({
        db,
        connectionString: listenAt ?? database.url,
        authenticate,
        clock,
        onError: report,
      }),
  })
  const rotateKey = createKeyRotation({ userPool: null }, { pool, key: TEST_KEY, clock, onError: report })
  const { administration } = usedIdentity
  const workerDeps = {
    db,
    ledger,
    pool,
    storage: observeStorage(storage, telemetry),
    clock,
    sendJob,
    administration,
    evidenceKey,
    rotateKey,
    mailer: mailer === undefined ? outboxMailer({ outbox, clock }) : mailer,
    publicUrl: PUBLIC_URL,
    limits: files,
    holds: { ...TEST_HOLDS, ...holds },
    telemetry,
    traces,
  }
  if (workers) await runJobs(boss, workerDeps, (_job, error) => report(error))

  const tokens = new Map<string, Promise<string>>()
  /** The identity token of a demo account such as `agent` or `supervisor`. */
  const tokenOf = (mailbox: string) => {
    const token = tokens.get(mailbox) ?? signIn(identity, `${mailbox}@backoffice.test`)
    tokens.set(mailbox, token)
    return token
  }

  /** Calls an endpoint as a demo account. */
  async function send<E extends Address>(
    endpoint: E,
    input: CallInput<E>,
    as: string,
    headers: Record<string, string> = {},
  ) {
    const token = await tokenOf(as)
    const reply = await app.inject(
      requestOf(endpoint, input, { authorization: `Bearer ${token}`, ...headers }),
    )
    return { status: reply.statusCode, body: reply.json<unknown>() }
  }

  /** Calls and expects success. */
  async function call<E extends Address>(
    endpoint: E,
    input: CallInput<E>,
    as: string,
    headers?: Record<string, string>,
  ) {
    const { status, body } = await send(endpoint, input, as, headers)
    if (status >= 300)
      throw new Error(`${endpoint.method} ${endpoint.path}: ${status} ${JSON.stringify(body)}`)
    return (body as { resource: Reply<E> }).resource
  }

  /** Calls and expects a problem document. */
  async function expectProblem<E extends Address>(
    endpoint: E,
    input: CallInput<E>,
    as: string,
  ): Promise<Problem> {
    const { status, body } = await send(endpoint, input, as)
    if (status < 400)
      throw new Error(`${endpoint.method} ${endpoint.path}: was not refused: ${JSON.stringify(body)}`)
    return body as Problem
  }

  return {
    app,
    db,
    ledger,
    pool,
    clock,
    storage,
    /** Folder of the objects by key. */
    storageFolder: join(folder, 'storage'),
    identity,
    /** Messages of the embedded provider. */
    outbox,
    countedAudit,
    boss,
    sendJob,
    workerDeps,
    readiness,
    telemetry,
    url: database.url,
    ledgerUrl: database.ledgerUrl,
    failures,
    tokenOf,
    send,
    call,
    expectProblem,
    async stop() {
      // A connection whose call got its reply before it had fully arrived is never idle.
      app.server.closeAllConnections()
      await app.close()
      await boss.stop({ graceful: false })
      await identity.close()
      // Ends also a pool that Kysely never used, whose connections would delay the drop by five seconds.
      await pool.end()
      await ledgerPool?.end()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export type TestSystem = Awaited<ReturnType<typeof startTestSystem>>

export async function signIn(
  identity: IdentityProvider,
  email: string,
  options: { password?: string; clientId?: string; kind?: 'IdToken' | 'AccessToken' } = {},
): Promise<string> {
  const {
    password = 'Backoffice#2026',
    clientId = EMBEDDED_POOL.userPoolClientId,
    kind = 'IdToken',
  } = options
  const { body } = await identity.handle({
    target: 'AWSCognitoIdentityProviderService.InitiateAuth',
    body: JSON.stringify({
      AuthFlow: 'USER_PASSWORD_AUTH',
      ClientId: clientId,
      AuthParameters: { USERNAME: email, PASSWORD: password },
    }),
    ip: '127.0.0.1',
  })
  const reply = JSON.parse(body) as { AuthenticationResult?: Record<string, string> }
  const token = reply.AuthenticationResult?.[kind]
  if (!token) throw new Error(`${email} could not sign in: ${body}`)
  return token
}

/** Authorization of the administrator. Signs in again only if the session has ended, because sign-ins are limited. */
export async function keepSignedIn({ app, identity }: TestSystem, authorization: string): Promise<string> {
  const { statusCode } = await app.inject(requestOf(api.account.listSessions, {}, { authorization }))
  if (authorization !== '' && statusCode === 200) return authorization
  return `Bearer ${await signIn(identity, 'admin@backoffice.test')}`
}
