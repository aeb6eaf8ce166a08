import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from '../mutex.ts'
import { endProcess, hasEnded, identityOf, isSameProcess } from '../processes.ts'

/** DATA_DIR/run.json: the running processes. `began` detects reused pids. */
type Run = {
  supervisor: number
  address: string
  web?: number
  workers: number[]
  postgres?: number
  stopping?: boolean
  began: Record<string, string>
}

export type RunFile = {
  update(change: Partial<Pick<Run, 'web' | 'workers' | 'postgres' | 'stopping'>>): void
  remove(): void
}

const path = (dataDir: string) => join(dataDir, 'run.json')

/** Claims the data folder for this process after stopping the orphans of a killed supervisor. */
export async function claimDataDir(dataDir: string, address: string): Promise<RunFile> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const run: Run = { supervisor: process.pid, address, workers: [], began: {} }
  await withLock(join(dataDir, 'run.lock'), 60_000, async () => {
    await waitForStop(dataDir)
    assertNotRunning(dataDir)
    await stopOrphans(dataDir)
    write(dataDir, run)
  })
  return {
    update(change) {
      Object.assign(run, change)
      write(dataDir, run)
    },
    remove: () => rmSync(path(dataDir), { force: true }),
  }
}

/** npm does not wait for the processes it stops, so a restart may come before the last run has ended. */
async function waitForStop(dataDir: string): Promise<void> {
  const run = read(dataDir)
  if (!run?.stopping || !isRunning(run, run.supervisor)) return
  console.log('Waiting for the last run to stop …')
  await hasEnded(run.supervisor, 40_000)
}

export function assertNotRunning(dataDir: string): void {
  const run = read(dataDir)
  if (run && isRunning(run, run.supervisor))
    throw new Error(
      `Backoffice already runs on ${dataDir}: ${run.address} (process ${run.supervisor}). Stop it first, or set DATA_DIR and PORT to start another one.`,
    )
}

/** PostgreSQL is found and stopped by its own data folder. */
export async function stopOrphans(dataDir: string): Promise<void> {
  const run = read(dataDir)
  if (!run) return
  const orphans = [run.web, ...run.workers]
    .filter((pid) => pid !== undefined)
    .filter((pid) => isRunning(run, pid))
  if (orphans.length > 0) console.log(`Stopping ${orphans.length} processes of a run that was killed …`)
  await Promise.all(
    orphans.map((pid) =>
      endProcess(pid, [
        ['SIGTERM', 5_000],
        ['SIGKILL', 2_000],
      ]),
    ),
  )
}

function isRunning(run: Run, pid: number): boolean {
  const began = run.began[pid]
  return began !== undefined && isSameProcess({ pid, began })
}

function read(dataDir: string): Run | undefined {
  try {
    return JSON.parse(readFileSync(path(dataDir), 'utf8')) as Run
  } catch {
    // Missing, or truncated by a full disk.
    return undefined
  }
}

function write(dataDir: string, run: Run): void {
  const pids = [run.supervisor, run.web, run.postgres, ...run.workers].filter((pid) => pid !== undefined)
  run.began = Object.fromEntries(pids.flatMap((pid) => Object.entries(startOf(pid))))
  const unfinished = `${path(dataDir)}.new`
  writeFileSync(unfinished, `${JSON.stringify(run, null, 2)}\n`)
  renameSync(unfinished, path(dataDir))
}

function startOf(pid: number): Record<string, string> {
  const identity = identityOf(pid)
  return identity ? { [pid]: identity.began } : {}
}
