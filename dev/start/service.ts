import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, closeSync, mkdirSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { hasEnded } from '../processes.ts'
import { root } from './options.ts'

export type ServiceSpec = {
  name: string
  command: string[]
  cwd?: string
  env: NodeJS.ProcessEnv
  /** Default: the terminal. */
  logFile?: string
  onStart(pid: number): void
  /** False until the system is ready. A process that ends before is reported, not restarted. */
  mayRestart(): boolean
  onStartFailure(message: string): void
}

export type Service = { stop(timeoutMs: number): Promise<void>; kill(): void }

const largestLogBytes = 10 * 1024 ** 2

export function startService(spec: ServiceSpec): Service {
  const delays = restartDelays()
  let child: ChildProcess
  let stopping = false

  function start() {
    if (stopping) return
    if (spec.logFile && sizeOf(spec.logFile) > largestLogBytes) renameSync(spec.logFile, `${spec.logFile}.1`)
    const logStart = sizeOf(spec.logFile)
    const current = spawnLogged(spec)
    child = current
    delays.started()
    if (current.pid !== undefined) spec.onStart(current.pid)
    current.once('error', (error) =>
      spec.onStartFailure(`${spec.name} could not be started: ${error.message}`),
    )
    current.once('exit', (code, signal) => {
      if (stopping) return
      const how = `${spec.name} ended with ${signal ?? `code ${code}`}`
      if (!spec.mayRestart())
        return spec.onStartFailure(`${how} before it was ready.${logTail(spec.logFile, logStart)}`)
      console.log(`${how}; starting it again`)
      setTimeout(start, delays.nextMs())
    })
  }
  start()

  return {
    async stop(timeoutMs) {
      stopping = true
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      if (!(await hasEnded(child.pid, timeoutMs))) child.kill('SIGKILL')
    },
    kill() {
      stopping = true
      child.kill('SIGKILL')
    },
  }
}

/** Logs to a file, because a pipe would break, and its writer with it, when the supervisor is killed. */
function spawnLogged({ command, cwd, env, logFile }: ServiceSpec): ChildProcess {
  const [program = '', ...args] = command
  if (!logFile)
    return spawn(program, args, { cwd: cwd ?? root, env, stdio: ['ignore', 'inherit', 'inherit'] })
  const folder = dirname(logFile)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // Earlier releases created a world-readable folder.
  chmodSync(folder, 0o700)
  const log = openSync(logFile, 'a', 0o600)
  try {
    return spawn(program, args, { cwd: cwd ?? root, env, stdio: ['ignore', log, log] })
  } finally {
    closeSync(log)
  }
}

function sizeOf(file: string | undefined): number {
  return file ? (statSync(file, { throwIfNoEntry: false })?.size ?? 0) : 0
}

function logTail(logFile: string | undefined, from: number): string {
  if (!logFile) return ''
  const lines = readFileSync(logFile).subarray(from).toString().trimEnd().split('\n')
  return `\n${lines.slice(-15).join('\n')}\nIts log is ${logFile}.`
}

const delaysMs = [0, 250, 500, 1_000, 2_000]
const stableMs = 30_000

/** Delay before each restart: zero at first, growing while the process keeps failing. */
export function restartDelays(now: () => number = Date.now): { started(): void; nextMs(): number } {
  let step = 0
  let since = now()
  return {
    started() {
      since = now()
    },
    nextMs() {
      if (now() - since > stableMs) step = 0
      const delay = delaysMs[Math.min(step, delaysMs.length - 1)] ?? 0
      step += 1
      return delay
    },
  }
}

type Options = { demoArgs?: readonly string[] | undefined; signal?: AbortSignal | undefined }

/** Migrates the database and, with `demoArgs`, loads the demo data, which a filled database already has. */
export async function prepareDatabase(
  env: NodeJS.ProcessEnv,
  { demoArgs, signal }: Options = {},
): Promise<void> {
  await runScript('Migrating the database', ['apps/server/src/migrate.ts'], env, signal)
  if (demoArgs)
    await runScript('Loading the demo data', ['apps/server/src/demo.ts', ...demoArgs], env, signal)
}

function runScript(
  what: string,
  script: string[],
  env: NodeJS.ProcessEnv,
  signal?: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const stdio = ['ignore', 'inherit', 'inherit'] as const
    const options = { cwd: root, env, stdio: [...stdio], ...(signal && { signal }) }
    const child = spawn(process.execPath, script, options)
    child.once('error', reject)
    child.once('exit', (code, by) => {
      if (code === 0) resolve()
      else reject(new Error(`${what} failed (${by ?? `code ${code}`}); see the message above.`))
    })
  })
}
