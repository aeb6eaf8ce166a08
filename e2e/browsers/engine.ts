import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What both protocols take as it is: sequences of pointer and key actions. */
export type Actions = readonly object[]

/** The little that a browser has to do; everything else is built on it, the same for every engine. */
export type Engine = {
  name: string
  open: (address: string) => Promise<void>
  /** The JSON of an expression's value, awaited in the page. */
  evaluate: (expression: string) => Promise<string>
  perform: (actions: Actions) => Promise<void>
  /** The size of the page within the window. */
  resize: (size: { width: number; height: number }) => Promise<void>
  /** Files chosen in the file input that the selector finds. */
  chooseFile: (selector: string, path: string) => Promise<void>
  screenshot: () => Promise<Buffer>
  /** Its own; what it downloads is in `downloads` there. */
  folder: string
  /** Console errors, script errors and what the page's policy stopped, since the start. */
  complaints: () => Promise<string[]>
  close: () => Promise<void>
}

export const VIEW = { width: 1280, height: 800 }

export type Started = { child: ChildProcess; output: () => string; folder: string; stop: () => Promise<void> }

/** Starts a program in a folder of its own, that is its home, and in a process group of its own, that `stop` ends. */
export function startProgram(
  command: string,
  args: (folder: string) => string[],
  env: NodeJS.ProcessEnv = {},
): Started {
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
      // Nothing of it is left.
    }
  }
  // Tests that are broken off do not stop what they started.
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

/** Resolves with what `find` finds. One that throws is asked again: the page may just be replaced by another. */
export async function until<Found>(
  what: string,
  find: () => Found | undefined | false | Promise<Found | undefined | false>,
  longestMs = 15_000,
): Promise<Found> {
  const deadline = Date.now() + longestMs
  for (;;) {
    let cause: unknown
    try {
      const found = await find()
      if (found !== undefined && found !== false) return found
    } catch (error) {
      cause = error
    }
    if (Date.now() > deadline) throw new Error(`Not in ${longestMs / 1000} s: ${what}`, { cause })
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
