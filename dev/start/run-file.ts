import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { exclusively } from '../mutex.ts'
import { endProcess, hasEnded, isSame, markOf } from '../processes.ts'

/** DATA_DIR/run.json: who runs on this data now. `began` tells a pid of ours from a stranger's. */
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
  note(change: Partial<Pick<Run, 'web' | 'workers' | 'postgres' | 'stopping'>>): void
  remove(): void
}

const path = (dataDir: string) => join(dataDir, 'run.json')

/** Takes the data for this process, after ending what a killed supervisor left running on it. */
export async function takeRun(dataDir: string, address: string): Promise<RunFile> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const run: Run = { supervisor: process.pid, address, workers: [], began: {} }
  await exclusively(join(dataDir, 'run.lock'), 60_000, async () => {
    await untilStopped(dataDir)
    refuseSecond(dataDir)
    await endOrphans(dataDir)
    write(dataDir, run)
  })
  return {
    note(change) {
      Object.assign(run, change)
      write(dataDir, run)
    },
    remove: () => rmSync(path(dataDir), { force: true }),
  }
}

/** npm does not wait for what it stops, so a restart may arrive before the last run has gone. */
async function untilStopped(dataDir: string): Promise<void> {
  const run = read(dataDir)
  if (!run?.stopping || !isOurs(run, run.supervisor)) return
  console.log('Waiting for the last run to stop …')
  await hasEnded(run.supervisor, 40_000)
}

export function refuseSecond(dataDir: string): void {
  const run = read(dataDir)
  if (run && isOurs(run, run.supervisor))
    throw new Error(
      `Backoffice already runs on ${dataDir}: ${run.address} (process ${run.supervisor}). Stop it first, or set DATA_DIR and PORT to start another beside it.`,
    )
}

/** PostgreSQL is not among them: it is found and stopped by its own data folder. */
export async function endOrphans(dataDir: string): Promise<void> {
  const run = read(dataDir)
  if (!run) return
  const orphans = [run.web, ...run.workers]
    .filter((pid) => pid !== undefined)
    .filter((pid) => isOurs(run, pid))
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

function isOurs(run: Run, pid: number): boolean {
  const began = run.began[pid]
  return began !== undefined && isSame({ pid, began })
}

function read(dataDir: string): Run | undefined {
  try {
    return JSON.parse(readFileSync(path(dataDir), 'utf8')) as Run
  } catch {
    // None, or one cut short by a full disk.
    return undefined
  }
}

function write(dataDir: string, run: Run): void {
  const pids = [run.supervisor, run.web, run.postgres, ...run.workers].filter((pid) => pid !== undefined)
  run.began = Object.fromEntries(pids.flatMap((pid) => Object.entries(beganOf(pid))))
  const unfinished = `${path(dataDir)}.new`
  writeFileSync(unfinished, `${JSON.stringify(run, null, 2)}\n`)
  renameSync(unfinished, path(dataDir))
}

function beganOf(pid: number): Record<string, string> {
  const mark = markOf(pid)
  return mark ? { [pid]: mark.began } : {}
}
