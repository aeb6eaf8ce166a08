import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { EvidenceKey } from '../adapters/evidence-key.ts'
import type { RotateKey } from '../adapters/identity/create-identity.ts'
import type { Identity } from '../adapters/identity/identity.ts'
import type { Mailer } from '../adapters/mail/mailer.ts'
import type { Storage } from '../adapters/storage/storage.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/client.ts'
import type { Ledger } from '../db/ledger.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Traces } from '../telemetry/call-context.ts'
import type { Telemetry } from '../telemetry/telemetry.ts'
import type { SendJob } from './queue.ts'

/** Dependencies of the jobs. */
export type WorkerDeps = {
  db: Database
  ledger: Ledger
  pool: pg.Pool
  storage: Storage
  clock: Clock
  sendJob: SendJob
  administration: Identity['administration']
  /** Null with a cloud pool. */
  rotateKey: RotateKey | null
  /** Null without a configured key. */
  evidenceKey: EvidenceKey | null
  /** Null with a cloud pool and no SMTP server. No mail is sent then. */
  mailer: Mailer | null
  /** Origin of the application for links. If null, mail has no links. */
  publicUrl: string | null
  limits: { maxRows: number; maxBytes: number }
  holds: Config['holds']
  telemetry?: Pick<Telemetry, 'recordRows' | 'recordJob' | 'recordProviderFailure'>
  log?: Pick<FastifyBaseLogger, 'warn'>
  traces?: Traces | null
}
