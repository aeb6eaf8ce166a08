import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Postgres, startPostgres } from '../postgres/start.ts'
import { restartDelays } from './backoff.ts'

export type Database = { url: string; ownerUrl: string; stop(): Promise<void>; kill(): void }

/** The embedded PostgreSQL, brought back on the same port whenever it dies. */
export async function keepDatabase(dataDir: string, onStart: (pid: number) => void): Promise<Database> {
  const delays = restartDelays()
  const folder = join(dataDir, 'postgres')
  let stopping = false
  let current = await start()

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
        console.error((error as Error).message)
      }
    }
  }

  return {
    url: current.urlFor('backoffice'),
    ownerUrl: current.urlFor('backoffice', 'backoffice_owner'),
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
