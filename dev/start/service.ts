import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, closeSync, mkdirSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { hasEnded } from '../processes.ts'
import { root } from './options.ts'
import { restartDelays } from './restart-delays.ts'

export type ServiceSpec = {
  name: string
  command: string[]
  cwd?: string
  env: NodeJS.ProcessEnv
  /** Default: the terminal. */
  logFile?: string
  onStart(pid: number): void
  /** False until the system is ready: a process that ends before is reported, not restarted. */
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

/** Logs to a file: a pipe would break, and its writer with it, when the supervisor is killed. */
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
