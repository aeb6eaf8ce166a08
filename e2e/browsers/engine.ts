import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Pointer and key actions in the format that both protocols share. */
export type Actions = readonly object[]

export type Engine = {
  name: string
  open: (address: string) => Promise<void>
  /** Awaits an expression in the page and returns its value as JSON. */
  evaluate: (expression: string) => Promise<string>
  perform: (actions: Actions) => Promise<void>
  resize: (size: { width: number; height: number }) => Promise<void>
  chooseFile: (selector: string, path: string) => Promise<void>
  screenshot: () => Promise<Buffer>
  /** The browser's own folder, with downloads in `downloads`. */
  folder: string
  /** Console errors, script errors and violations of the page's policy since the start. */
  complaints: () => Promise<string[]>
  close: () => Promise<void>
}

export const VIEW = { width: 1280, height: 800 }

export type RunningProgram = {
  child: ChildProcess
  output: () => string
  folder: string
  stop: () => Promise<void>
}

/** Starts a program with its own home folder and its own process group, which `stop` ends. */
export function startProgram(
  command: string,
  args: (folder: string) => string[],
  env: NodeJS.ProcessEnv = {},
): RunningProgram {
  const folder = mkdtempSync(join(tmpdir(), 'backoffice-browser-'))
  const child = spawn(command, args(folder), {
    detached: true,
    env: { ...process.env, HOME: folder, XDG_CONFIG_HOME: join(folder, '.config'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  child.once('error', (error) => {
    output += error.message
  })
  function kill() {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    } catch {
      // The process group is gone.
    }
  }
  // Interrupted tests do not call `stop`.
  process.once('exit', kill)
  async function stop() {
    process.off('exit', kill)
    const isRunning = child.pid !== undefined && child.exitCode === null && child.signalCode === null
    const exited = isRunning ? once(child, 'exit') : undefined
    kill()
    await exited
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
  return { child, output: () => output, folder, stop }
}

/** Longer than the product needs to recover from a lost call, job or stream. */
const LONGEST_MS = 60_000

/** Polls `find`. Ignores errors until the timeout, because the page may be navigating. */
export async function until<Found>(
  what: string,
  find: () => Found | undefined | false | Promise<Found | undefined | false>,
): Promise<Found> {
  const deadline = Date.now() + LONGEST_MS
  for (;;) {
    let problem = ''
    try {
      const found = await find()
      if (found !== undefined && found !== false) return found
    } catch (error) {
      problem = ` (${error})`
    }
    if (Date.now() > deadline) throw new Error(`Not in ${LONGEST_MS / 1000} s: ${what}${problem}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
