import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { query } from '../postgres/query.ts'
import { type Postgres, startPostgres } from '../postgres/start.ts'
import { restartDelays } from './service.ts'

export type Database = {
  url: string
  ownerUrl: string
  /** Shortens the recovery after a crash soon after loading. */
  checkpoint(): Promise<unknown>
  stop(): Promise<void>
  kill(): void
}

/** Starts the embedded PostgreSQL and restarts it on the same port whenever it dies. */
export async function superviseDatabase(dataDir: string, onStart: (pid: number) => void): Promise<Database> {
  const delays = restartDelays()
  const folder = join(dataDir, 'postgres')
  let stopping = false
  let current = await start()
  if (current.dataDir !== folder)
    console.log(
      `The account that runs PostgreSQL cannot enter ${dataDir}: the database is in ${current.dataDir}`,
    )

  async function start(port?: number): Promise<Postgres> {
    const postgres = await startPostgres({
      dataDir: folder,
      onExit: (reason) => void restart(reason),
      ...(port && { port }),
    })
    delays.started()
    onStart(postgres.pid)
    return postgres
  }

  async function restart(reason: string): Promise<void> {
    const { port } = current
    console.log(`${reason}; starting it again`)
    while (!stopping) {
      await sleep(delays.nextMs())
      try {
        current = await start(port)
        if (stopping) await current.stop()
        return
      } catch (error) {
        console.error(error instanceof Error ? error.message : error)
      }
    }
  }

  return {
    url: current.urlFor('backoffice'),
    ownerUrl: current.urlFor('backoffice', 'backoffice_owner'),
    checkpoint: () => query(current.adminUrl, 'checkpoint'),
    stop() {
      stopping = true
      return current.stop()
    },
    kill() {
      stopping = true
      current.kill()
    },
  }
}
