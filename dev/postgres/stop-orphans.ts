import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import {
  commandOf,
  endProcess,
  hasEnded,
  isAlive,
  isSameProcess,
  pidsWithCommand,
  signal,
} from '../processes.ts'
import { readAccess } from './access-file.ts'
import { clusterNameOf } from './server-settings.ts'

/** The pid of a running postmaster on this data; ignores stale and reused pids. */
export function runningPostmaster(dataDir: string): number | undefined {
  const file = join(dataDir, 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10)
  const command = isAlive(pid) ? commandOf(pid) : ''
  return command.includes('postgres') && command.includes(dataDir) ? pid : undefined
}

/** Stops the server of a killed starter. Throws while its starter is alive. */
export async function stopOrphanedServer(dataDir: string): Promise<void> {
  const postmaster = runningPostmaster(dataDir)
  const starter = readAccess(dataDir)?.starter
  if (postmaster !== undefined && starter?.pid !== process.pid && isSameProcess(starter))
    throw new Error(`The database in ${dataDir} is already in use by process ${starter.pid}.`)
  if (postmaster !== undefined) {
    const stopped = await endProcess(postmaster, [
      ['SIGINT', 20_000],
      ['SIGQUIT', 5_000],
      ['SIGKILL', 2_000],
    ])
    if (!stopped) throw new Error(`PostgreSQL (process ${postmaster}) does not stop. End it and start again.`)
  }
  await stopBackends(clusterNameOf(dataDir))
  // A stale file whose pid belongs to another program would keep PostgreSQL from starting.
  rmSync(join(dataDir, 'postmaster.pid'), { force: true })
}

/** Backends of a killed postmaster hold the shared memory until their query ends. */
async function stopBackends(clusterName: string): Promise<void> {
  const pids = pidsWithCommand(`postgres: ${clusterName}: `)
  for (const pid of pids) signal(pid, 'SIGQUIT')
  for (const pid of pids) if (!(await hasEnded(pid, 1_000))) signal(pid, 'SIGKILL')
}
