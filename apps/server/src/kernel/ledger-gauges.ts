import { Gauge, type Registry } from 'prom-client'
import type { Pool } from '../telemetry/telemetry.ts'
import { cachedFigures } from './system-gauges.ts'

type Lag = readonly { reader: string; behind: number }[]
type Options = { registry: Registry; pool: Pool; readLag: () => Promise<Lag>; now?: () => number }

/** Gauges of a separate ledger. */
export function addLedgerGauges({ registry, pool, readLag, now = () => performance.now() }: Options): void {
  const registers = [registry]
  const ofPool = (name: string, help: string, read: () => number) =>
    new Gauge({
      name: `backoffice_ledger_pool_${name}`,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
  ofPool('connections', 'Connections of the pool of the ledger.', () => pool.totalCount)
  ofPool('idle', 'Idle connections to the ledger.', () => pool.idleCount)
  ofPool('waiting', 'Calls and jobs waiting for a connection to the ledger.', () => pool.waitingCount)
  const lag = cachedFigures(readLag, now)
  new Gauge({
    name: 'backoffice_ledger_changes_behind',
    help: 'Changes of the ledger that a job has not read.',
    labelNames: ['reader'],
    registers,
    async collect() {
      const found = await lag()
      this.reset()
      for (const { reader, behind } of found ?? []) this.set({ reader }, behind)
    },
  })
}
