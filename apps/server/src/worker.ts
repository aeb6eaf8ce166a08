import { evidenceKeyOf } from './adapters/evidence-key.ts'
import { createIdentity, createKeyRotation } from './adapters/identity/create-identity.ts'
import { loadKeys } from './adapters/keys.ts'
import { createMailer } from './adapters/mail/create-mailer.ts'
import { outboxFolder, writeToOutbox } from './adapters/mail/outbox.ts'
import { createStorage } from './adapters/storage/create-storage.ts'
import { observeStorage } from './adapters/storage/storage.ts'
import { runJobs } from './app/run-jobs.ts'
import { readConfig } from './config/config.ts'
import { explainFailedStart } from './config/start-error.ts'
import { createDatabase, createPool } from './db/client.ts'
import { createDatabaseClock } from './db/database-clock.ts'
import { createLedger, createLedgerPool, readLedgerLag } from './db/ledger.ts'
import { databaseHosts, isPooled, requireApplicationRole } from './db/login.ts'
import { requireMigrations } from './db/migrate.ts'
import { createSessionsEndedHandler } from './features/account/account.store.ts'
import { readSystemFigures } from './features/status/status.store.ts'
import { checkQueue, createQueue, createSendJob } from './jobs/queue.ts'
import { systemClock } from './kernel/clock.ts'
import { withoutRepeats } from './kernel/error-reason.ts'
import { addLedgerGauges, addSystemGauges } from './kernel/gauges.ts'
import { readBuildId, startHeartbeat, watchProvider } from './kernel/heartbeat.ts'
import { observeProcess } from './kernel/observe-process.ts'
import { lowerPriority, retryStart } from './kernel/process-start.ts'
import { awaitLedger } from './kernel/require-ledger.ts'
import { onShutdown } from './kernel/shutdown.ts'

// People wait for the web process, which may share the machine.
lowerPriority()
const started = explainFailedStart()
const config = readConfig(process.env)
const build = await readBuildId(config.webDist)
const { log, telemetry, readiness, traces, ...observed } = await observeProcess({
  kind: 'worker',
  build,
  config,
})
const onError = withoutRepeats((error) => log.warn({ err: error }, 'database or queue'))
const pool = createPool(config.databaseUrl, {
  max: config.databaseConnections ?? 6,
  isPooled: isPooled(config),
  onError,
})
const db = createDatabase(pool)
const ledgerPool = createLedgerPool(config.ledger, {
  max: config.databaseConnections ?? 6,
  onError,
})
const ledger = createLedger({ db, pool }, ledgerPool)
const keys = await loadKeys(config)
const providerOptions = { pool, key: keys.identity, clock: systemClock, onError }
const outbox = { add: writeToOutbox.bind(null, outboxFolder(config.dataDir)) }
const identity = createIdentity(config, {
  ...providerOptions,
  outbox,
  onSessionsEnded: createSessionsEndedHandler(db),
})
const boss = createQueue(config.databaseDirectUrl, 'work', onError)
const what = `the database at ${databaseHosts(config.databaseUrl)}`
await retryStart(() => requireMigrations(pool), { what })
// Workers do not need the keys of a cloud pool.
if (!config.userPool) await retryStart(() => identity.warmUp(), { what })
await retryStart(() => boss.start(), { what })
await retryStart(() => requireApplicationRole(pool), { what })
const databaseClock = createDatabaseClock(pool)
await retryStart(() => databaseClock.read(), { what })
await awaitLedger(config, pool, ledgerPool)
const storage = observeStorage((await createStorage(config, keys)).storage, telemetry)
const checkProvider = rarely(async () => (await identity.administration()).check())
readiness.add({
  database: { probe: () => databaseClock.read(), needed: 'always' },
  clock: { probe: () => databaseClock.check(), needed: 'always' },
  queue: { probe: () => checkQueue(boss), needed: 'always' },
  storage: { probe: () => storage.check(), needed: 'always' },
  // Mail, imports and exports work without it; files wait.
  ...(ledgerPool && { ledger: { probe: () => ledgerPool.query('SELECT 1'), needed: 'start' } }),
  // Not needed for files.
  user_pool: { probe: checkProvider, needed: 'never' },
})
const workerDeps = {
  db,
  ledger,
  pool,
  storage,
  clock: systemClock,
  sendJob: createSendJob(boss),
  administration: identity.administration,
  rotateKey: createKeyRotation(config, providerOptions),
  mailer: await createMailer(config, { outbox, clock: systemClock }),
  publicUrl: config.publicUrl,
  evidenceKey: keys.evidence && evidenceKeyOf(keys.evidence),
  limits: config.files,
  holds: config.holds,
  telemetry,
  traces,
  log,
}
const provider = watchProvider(checkProvider, systemClock)
const mail = config.smtp ? 'smtp' : workerDeps.mailer ? 'outbox' : 'none'
telemetry.watchServices(() => ({ provider: provider.last(), mail }))
await runJobs(boss, workerDeps, (job, error) => log.error({ err: error, job }, 'job failed'))
// A ledger from another back-up has other sums.
if (ledger.isApart)
  await db.transaction().execute((tx) => workerDeps.sendJob(tx, 'copy-sums', { isWhole: true }))
readiness.started()
telemetry.watch(pool, build)
addSystemGauges({ registry: telemetry.registry, read: () => readSystemFigures(db, systemClock.now()) })
if (ledger.isApart)
  addLedgerGauges({
    registry: telemetry.registry,
    pool: ledger.pool,
    readLag: () => readLedgerLag(db, ledger),
  })
const heartbeat = startHeartbeat({ db, clock: systemClock, kind: 'worker', build, telemetry, onError })
onShutdown(
  async () => {
    readiness.stopping()
    // Returns an unfinished job, which another worker takes a second later.
    await boss.stop({ graceful: true, timeout: 5_000 })
  },
  async () => {
    provider.stop()
    await Promise.all([heartbeat.stop(), observed.close()])
    await identity.close()
    await Promise.all([db.destroy(), ledgerPool?.end()])
  },
  log,
)
started()
log.info('worker ready')

/** Caches the outcome of a probe for 15 seconds, for services that count calls. */
function rarely(probe: () => Promise<unknown>): () => Promise<unknown> {
  let last: { until: number; outcome: Promise<unknown> } | undefined
  return () => {
    const now = performance.now()
    if (!last || last.until <= now) last = { until: now + 15_000, outcome: probe() }
    return last.outcome
  }
}
