import { systemClock } from './adapters/clock.ts'
import { createIdentity } from './adapters/identity/create-identity.ts'
import { loadKeys } from './adapters/keys.ts'
import { Outbox, outboxFolder } from './adapters/mail/outbox.ts'
import { createStorage } from './adapters/storage/create-storage.ts'
import { buildApp } from './app.ts'
import { readConfig } from './config.ts'
import { createDatabase, createPool } from './db/client.ts'
import { createQueue, sender } from './jobs/queue.ts'
import { logOptions } from './kernel/log.ts'
import { startPatiently } from './kernel/start-patiently.ts'
import { onStop } from './kernel/stop.ts'
import { refuseEnded } from './resources/account/account.store.ts'
import { createFileEvents } from './resources/files/file-events.ts'

const config = readConfig(process.env)
const clock = systemClock
const report = (error: unknown) => app?.log.warn({ err: error }, 'database, queue or identity')
// Declared before it is made: the parts below may report while it is being built.
let app: Awaited<ReturnType<typeof buildApp>> | undefined

const pool = createPool(config.databaseUrl, { max: 12, onError: report })
const db = createDatabase(pool)
const keys = await loadKeys(config.dataDir)
// A cloud pool sends its own mail.
const outbox = config.userPool ? null : new Outbox(outboxFolder(config.dataDir))
const identity = createIdentity(config, {
  pool,
  key: keys.identity,
  clock,
  outbox,
  onSessionsEnded: refuseEnded(db),
  onError: report,
})
const boss = createQueue(config.databaseUrl, 'send', report)
await startPatiently(() => Promise.all([boss.start(), identity.warmUp()]), report)

app = await buildApp({
  config,
  db,
  clock,
  identity,
  outbox,
  storage: createStorage(config, keys),
  storageSecret: keys.storage,
  sendJob: sender(boss),
  events: (authenticate) =>
    createFileEvents({ db, connectionString: config.databaseUrl, authenticate, clock, onError: report }),
  logger: logOptions(config.logLevel),
})
await app.listen({ host: config.host, port: config.port })

onStop(async () => {
  await app?.close()
  await boss.stop({ graceful: false })
  await identity.close()
  await db.destroy()
}, app.log)
