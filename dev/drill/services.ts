import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { hasEnded, signal } from '../processes.ts'

const STOP_TIMEOUT_MS = 20_000

type Start = { account?: string; env?: NodeJS.ProcessEnv; cwd?: string }

/** The processes of a drill, each with a log in the folder, stopped last first. */
export function createServices(folder: string) {
  const started: ChildProcess[] = []
  return {
    /** `account`: of Debian's package, for what refuses to run as root. */
    start(
      name: string,
      command: readonly string[],
      { account, env, cwd = folder }: Start = {},
    ): ChildProcess {
      const log = openSync(join(folder, `${name}.log`), 'a')
      const as = account ? ['setpriv', `--reuid=${account}`, `--regid=${account}`, '--init-groups'] : []
      const [program = '', ...args] = [...as, ...command]
      const child = spawn(program, args, {
        cwd,
        env: { ...process.env, ...env },
        stdio: ['ignore', log, log],
      })
      child.once('error', (error) => console.error(`${name}: ${error.message}`))
      started.push(child)
      return child
    },
    async stop() {
      for (const { pid } of started.reverse()) {
        if (pid === undefined) continue
        signal(pid, 'SIGTERM')
        if (!(await hasEnded(pid, STOP_TIMEOUT_MS))) signal(pid, 'SIGKILL')
      }
    },
  }
}

export type Services = ReturnType<typeof createServices>

/** Ends the drill with what to install when one of the programs is missing. */
export function requirePrograms(programs: readonly string[], packages: string): void {
  const missing = programs.filter((program) => {
    try {
      execFileSync('sh', ['-c', 'command -v "$1"', 'sh', program], { stdio: 'ignore' })
      return false
    } catch {
      return true
    }
  })
  if (missing.length === 0) return
  console.error(
    `Not installed: ${missing.join(', ')}. As root: apt-get install --no-install-recommends ${packages}`,
  )
  process.exit(2)
}

/** Throws after the timeout, naming what was waited for. */
export async function until(what: string, isDone: () => Promise<boolean>, timeoutMs = 60_000): Promise<void> {
  const deadline = Date.now() + timeoutMs
  while (!(await isDone().catch(() => false))) {
    if (Date.now() > deadline) throw new Error(`${what}: not within ${timeoutMs / 1_000} s`)
    await sleep(100)
  }
}
