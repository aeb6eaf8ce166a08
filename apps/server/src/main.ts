import { evidenceKeyOf, requireEvidenceKey } from './adapters/evidence-key.ts'
import { createIdentity } from './adapters/identity/create-identity.ts'
import { loadKeys } from './adapters/keys.ts'
import { Outbox, outboxFolder } from './adapters/mail/outbox.ts'
import { createStorage } from './adapters/storage/create-storage.ts'
import { observeStorage } from './adapters/storage/storage.ts'
import { buildApp } from './app/app.ts'
import { readConfig } from './config/config.ts'
import { explainFailedStart } from './config/start-error.ts'
import { CALL_SILENCE_TIMEOUT_MS, createDatabase, createPool } from './db/client.ts'
import { createDatabaseClock } from './db/database-clock.ts'
import { createLedger, createLedgerPool, readLedgerLag } from './db/ledger.ts'
import { databaseHosts, isPooled, requireApplicationRole } from './db/login.ts'
import { requireMigrations } from './db/migrate.ts'
import { createSessionsEndedHandler } from './features/account/account.store.ts'
import { createSecurityEventHandler } from './features/security-log/security-events.ts'
import { recordMinutes } from './features/status/record-minutes.ts'
import { readSystemFigures } from './features/status/status.store.ts'
import { createFileEvents, type FileEvents } from './files/tracked/file-events.ts'
import { checkQueue, createQueue, createSendJob } from './jobs/queue.ts'
import { systemClock } from './kernel/clock.ts'
import { createCountedAudit } from './kernel/counted-audit.ts'
import { withoutRepeats } from './kernel/error-reason.ts'
import { addLedgerGauges, addSystemGauges } from './kernel/gauges.ts'
import { type Heartbeat, readBuildId, startHeartbeat } from './kernel/heartbeat.ts'
import { logOptions } from './kernel/logging.ts'
import { observeProcess } from './kernel/observe-process.ts'
import { retryStart } from './kernel/process-start.ts'
import { awaitLedger } from './kernel/require-ledger.ts'
import { gracefulClose, onShutdown } from './kernel/shutdown.ts'

const started = explainFailedStart()
const config = readConfig(process.env)
const build = await readBuildId(config.webDist)
const { log, telemetry, readiness, traces, ...observed } = await observeProcess({
  kind: 'web',
  build,
  config,
})
const clock = systemClock
const onError = withoutRepeats((error) => log.warn({ err: error }, 'database, queue or identity'))

const pool = createPool(config.databaseUrl, {
  max: config.databaseConnections ?? 12,
  isPooled: isPooled(config),
  silenceTimeoutMs: CALL_SILENCE_TIMEOUT_MS,
  onError,
})
const db = createDatabase(pool)
const ledgerPool = createLedgerPool(config.ledger, {
  max: config.databaseConnections ?? 12,
  silenceTimeoutMs: CALL_SILENCE_TIMEOUT_MS,
  onError,
})
const ledger = createLedger({ db, pool }, ledgerPool)
const keys = await loadKeys(config)
const evidenceKey = keys.evidence && evidenceKeyOf(keys.evidence)
// A cloud pool sends its own mail.
const outbox = config.userPool ? null : new Outbox(outboxFolder(config.dataDir))
const countedAudit = createCountedAudit({
  db,
  clock,
  onError: (error) => log.error({ err: error }, 'events not recorded'),
})
const identity = createIdentity(config, {
  pool,
  key: keys.identity,
  clock,
  outbox,
  onSessionsEnded: createSessionsEndedHandler(db),
  onSecurityEvent: createSecurityEventHandler(db, countedAudit),
  onError,
})
const boss = createQueue(config.databaseDirectUrl, 'send', onError)
const what = `the database at ${databaseHosts(config.databaseUrl)}`
await retryStart(() => requireMigrations(pool), { what })
await retryStart(() => Promise.all([boss.start(), identity.warmUp()]), { what })
await retryStart(() => requireApplicationRole(pool), { what })
const databaseClock = createDatabaseClock(pool)
await retryStart(() => databaseClock.read(), { what })
await awaitLedger(config, pool, ledgerPool, { mayBeAway: true })

const files = await createStorage(config, keys)
const storage = observeStorage(files.storage, telemetry)
readiness.add({
  database: { probe: () => databaseClock.read(), needed: 'always' },
  clock: { probe: () => databaseClock.check(), needed: 'always' },
  identity: { probe: () => identity.checkKeys(), needed: 'always' },
  queue: { probe: () => checkQueue(boss), needed: 'start' },
  storage: { probe: () => storage.check(), needed: 'start' },
  // Everything but cards and transactions works without it.
  ...(ledgerPool && { ledger: { probe: () => ledgerPool.query('SELECT 1'), needed: 'never' } }),
  // Reported only as a problem.
  ...(!evidenceKey && {
    evidence_key: { probe: async () => requireEvidenceKey(evidenceKey), needed: 'never' },
  }),
})
let events: FileEvents | undefined
let heartbeat: Heartbeat | undefined
let minutes: ReturnType<typeof recordMinutes> | undefined
const app = await buildApp({
  config,
  db,
  ledger,
  clock,
  identity,
  outbox,
  files: { ...files, storage },
  sendJob: createSendJob(boss),
  countedAudit,
  evidenceKey,
  events: (authenticate) => {
    events = createFileEvents({
      db,
      connectionString: config.databaseDirectUrl,
      authenticate,
      clock,
      onError,
    })
    return events
  },
  logger: logOptions(config.logLevel),
  readiness,
  telemetry,
  traces,
  webProcesses: () => heartbeat?.webProcesses() ?? 1,
})
const closeApp = gracefulClose(app)
onShutdown(
  async () => {
    readiness.stopping()
    await closeApp()
  },
  async () => {
    await Promise.all([heartbeat?.stop(), minutes?.stop(), observed.close()])
    await boss.stop({ graceful: false })
    await identity.close()
    await Promise.all([db.destroy(), ledgerPool?.end()])
  },
  log,
)
await app.listen({ host: config.host, port: config.port })
started()

readiness.started()
telemetry.watch(pool, build, () => events?.openStreams() ?? 0)
addSystemGauges({ registry: telemetry.registry, read: () => readSystemFigures(db, clock.now()) })
if (ledger.isApart)
  addLedgerGauges({
    registry: telemetry.registry,
    pool: ledger.pool,
    readLag: () => readLedgerLag(db, ledger),
  })
const { apis } = config
heartbeat = startHeartbeat({ db, clock, kind: 'web', build, apis, telemetry, onError })
minutes = recordMinutes({ db, clock, telemetry, onError })
