import { type ExecFileException, type ExecFileOptions, execFile, execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** `error`: null if the program ended with 0. `output`: the text of both streams. */
export type Outcome = { error: ExecFileException | null; stdout: string; output: string }

export function runProgram(
  program: string,
  args: readonly string[],
  options: ExecFileOptions = {},
): Promise<Outcome> {
  return new Promise((resolve) => {
    const all = { maxBuffer: 64 * 1024 ** 2, ...options, encoding: 'utf8' } as const
    execFile(program, args, all, (error, stdout, stderr) => {
      resolve({ error, stdout, output: `${stdout}${stderr}`.trim() || (error?.message ?? '') })
    })
  })
}

/** A pid with its start time, because the pid alone may have been reused since it was stored. */
export type ProcessIdentity = { pid: number; began: string }

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch (error) {
    // EPERM: it exists and belongs to another user.
    return hasCode(error, 'EPERM')
  }
}

/** In a container without an init process, ended orphans remain as zombies. */
function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false
  return statFields(pid)?.[0] === 'Z'
}

/** The fields of /proc/PID/stat after the command name, which may contain spaces and parentheses. */
function statFields(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}

export function identityOf(pid: number): ProcessIdentity | undefined {
  if (!isAlive(pid)) return undefined
  if (process.platform !== 'linux') return { pid, began: ps(pid, 'lstart') }
  const ticks = statFields(pid)?.[19]
  if (ticks === undefined) return undefined
  return { pid, began: `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${ticks}` }
}

/** True for the identity of a running process. `stored` may be anything. */
export function isSameProcess(stored: unknown): stored is ProcessIdentity {
  if (typeof stored !== 'object' || stored === null || !('pid' in stored) || !('began' in stored))
    return false
  const { pid, began } = stored
  return typeof pid === 'number' && typeof began === 'string' && identityOf(pid)?.began === began
}

export function commandOf(pid: number): string {
  if (process.platform !== 'linux') return ps(pid, 'command')
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
  } catch {
    return ''
  }
}

export function pidsWithCommand(text: string): number[] {
  if (process.platform === 'linux') {
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
    return pids.map(Number).filter((pid) => isAlive(pid) && commandOf(pid).includes(text))
  }
  const lines = execFileSync('ps', ['-axo', 'pid=,command='], { encoding: 'utf8' }).split('\n')
  return lines.filter((line) => line.includes(text)).map((line) => Number.parseInt(line, 10))
}

function ps(pid: number, column: 'lstart' | 'command'): string {
  try {
    return execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return ''
  }
}

export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (!hasCode(error, 'ESRCH')) throw error
  }
}

export async function hasEnded(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs
  while (isAlive(pid)) {
    if (Date.now() > deadline) return false
    await sleep(20)
  }
  return true
}

/** Sends each signal in turn and waits; true once the process has ended. */
export async function endProcess(
  pid: number,
  steps: [NodeJS.Signals, timeoutMs: number][],
): Promise<boolean> {
  for (const [name, timeoutMs] of steps) {
    signal(pid, name)
    if (await hasEnded(pid, timeoutMs)) return true
  }
  return !isAlive(pid)
}

/** True for an error of the operating system with this code, such as EEXIST. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
