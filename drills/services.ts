import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { hasEnded } from '../dev/processes.ts'

const STOP_TIMEOUT_MS = 20_000

/** `account`: account of Debian's package, for programs that do not run as root. */
type Start = { account?: string; env?: NodeJS.ProcessEnv; cwd?: string }

/** The processes of a drill, each with a log in the folder, stopped last first. */
export function createServices(folder: string) {
  const started = new Map<string, { child: ChildProcess; again: () => ChildProcess }>()
  const service = (name: string) => {
    const found = started.get(name)
    if (!found) throw new Error(`${name} was not started.`)
    return found
  }

  function start(name: string, command: readonly string[], options: Start = {}): ChildProcess {
    const { account, env, cwd = folder } = options
    const log = openSync(join(folder, `${name}.log`), 'a')
    const as = account ? ['setpriv', `--reuid=${account}`, `--regid=${account}`, '--init-groups'] : []
    const [program = '', ...args] = [...as, ...command]
    // Detached, because Ctrl-C must reach only the drill, which stops its services in order.
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', log, log],
      detached: true,
    })
    closeSync(log)
    child.once('error', (error) => console.error(`${name}: ${error.message}`))
    started.set(name, { child, again: () => start(name, command, options) })
    return child
  }

  return {
    start,
    async kill(name: string) {
      const { child } = service(name)
      child.kill('SIGKILL')
      await hasEnded(child.pid ?? 0, STOP_TIMEOUT_MS)
    },
    restart: (name: string) => void service(name).again(),
    terminate: (name: string) => void service(name).child.kill('SIGTERM'),
    untilEnded: (name: string) => hasEnded(service(name).child.pid ?? 0, STOP_TIMEOUT_MS),
    async stop() {
      for (const { child } of [...started.values()].reverse()) {
        if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) continue
        child.kill('SIGTERM')
        if (!(await hasEnded(child.pid, STOP_TIMEOUT_MS))) child.kill('SIGKILL')
      }
    },
  }
}

export type Services = ReturnType<typeof createServices>

export function isInstalled(program: string): boolean {
  return spawnSync('sh', ['-c', 'command -v "$1"', 'sh', program], { stdio: 'ignore' }).status === 0
}

/** If a program is missing, ends the drill and names the packages. */
export function requirePrograms(programs: readonly string[], packages: string): void {
  const missing = programs.filter((program) => !isInstalled(program))
  if (missing.length === 0) return
  const command = `apt-get install --no-install-recommends ${packages}`
  console.error(`Not installed: ${missing.join(', ')}. As root: ${command}`)
  process.exit(2)
}

/** Polls until the condition holds; throws after the timeout. */
export async function until(what: string, isDone: () => Promise<boolean>, timeoutMs = 60_000): Promise<void> {
  const deadline = Date.now() + timeoutMs
  while (!(await isDone().catch(() => false))) {
    if (Date.now() > deadline) throw new Error(`${what}: not within ${timeoutMs / 1_000} s`)
    await sleep(100)
  }
}
