import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { commandOf, endProcess, hasEnded, isAlive, isSame, pidsWithCommand, signal } from '../processes.ts'
import { readAccess } from './access-file.ts'
import { clusterNameOf } from './settings.ts'

/** The pid of a living postmaster on this data, however it came to be; a stale or borrowed pid is none. */
export function runningPostmaster(dataDir: string): number | undefined {
  const file = join(dataDir, 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10)
  const command = isAlive(pid) ? commandOf(pid) : ''
  return command.includes('postgres') && command.includes(dataDir) ? pid : undefined
}

/** Stops what a killed starter left behind; throws when the starter is alive and uses the data. */
export async function stopLeftovers(dataDir: string): Promise<void> {
  const postmaster = runningPostmaster(dataDir)
  const starter = readAccess(dataDir)?.starter
  if (postmaster !== undefined && starter?.pid !== process.pid && isSame(starter))
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
  // Left by a killed postmaster. If its pid passed to another program, PostgreSQL would refuse to start.
  rmSync(join(dataDir, 'postmaster.pid'), { force: true })
}

/** Backends of a killed postmaster finish their query first, and hold the shared memory until then. */
async function stopBackends(clusterName: string): Promise<void> {
  const pids = pidsWithCommand(`postgres: ${clusterName}: `)
  for (const pid of pids) signal(pid, 'SIGQUIT')
  for (const pid of pids) if (!(await hasEnded(pid, 1_000))) signal(pid, 'SIGKILL')
}
