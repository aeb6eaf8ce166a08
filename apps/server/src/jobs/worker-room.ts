import type pg from 'pg'
import type { Database } from '../db/client.ts'
import type { Clock } from '../outside/clock.ts'
import type { RotateKey } from '../outside/identity/key-rotation.ts'
import type { Storage } from '../outside/storage/storage.ts'
import type { SendJob } from './queue.ts'

/** What every job works with. */
export type WorkerRoom = {
  db: Database
  pool: pg.Pool
  storage: Storage
  clock: Clock
  sendJob: SendJob
  /** Null where keys are not ours. */
  rotateKey: RotateKey | null
  limits: { maxRows: number; maxBytes: number }
}
