import { execFile, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { TEST_KEY } from './test-database.ts'

export type Entry = 'main' | 'worker'

const TEST_KEYS = { STORAGE_KEY: TEST_KEY.toString('base64'), IDENTITY_KEY: TEST_KEY.toString('base64') }

/** Variables that do not concern the product. */
const { PATH, NODE_COMPILE_CACHE } = process.env
const INHERITED = { PATH, NODE_COMPILE_CACHE }

type Exit = { code: number | null; signal: NodeJS.Signals | null }

type Command = 'admin' | 'approvals' | 'load'

/** Runs `admin.ts` as a process, with only `environment`. */
export const runAdmin = (args: readonly string[], environment?: Record<string, string>) =>
  runCommand('admin', args, environment)

/** Runs `approvals.ts` as a process, with only `environment`. */
export const runApprovals = (args: readonly string[], environment?: Record<string, string>) =>
  runCommand('approvals', args, environment)

/** Runs `load.ts` as a process, with only `environment`. */
export const runLoad = (args: readonly string[], environment: Record<string, string>) =>
  runCommand('load', args, environment)

async function runCommand(
  command: Command,
  args: readonly string[],
  environment: Record<string, string> = {},
) {
  const entry = join(import.meta.dirname, `../${command}.ts`)
  const run = promisify(execFile)(process.execPath, [entry, ...args], {
    env: { ...INHERITED, ...environment },
  })
  const { code, stdout, stderr } = await run.then(
    (outputs) => ({ code: 0, ...outputs }),
    (failure: { code: number; stdout: string; stderr: string }) => failure,
  )
  return { code, output: stdout, error: stderr }
}

/** Starts an entry as a process, with only the test keys and `environment`. */
export function spawnEntry(entry: Entry | 'migrate', environment: Record<string, string>) {
  const child = spawn(process.execPath, [join(import.meta.dirname, `../${entry}.ts`)], {
    // No limit on event loop delay, for busy machines.
    env: { ...INHERITED, PORT: '0', MAX_EVENT_LOOP_DELAY_MS: '0', ...TEST_KEYS, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output: string[] = []
  const waiting = new Set<() => void>()
  const changed = () => {
    for (const look of waiting) look()
  }
  let hasEnded = false
  // `close` follows the last output.
  const exited = new Promise<Exit>((resolve) => {
    child.once('close', (code, signal) => {
      hasEnded = true
      resolve({ code, signal })
      changed()
    })
  })
  for (const stream of [child.stdout, child.stderr]) {
    createInterface(stream).on('line', (line) => {
      output.push(line)
      changed()
    })
  }

  /** The first matching line, past or future. Throws with the whole output if the process ends without it. */
  function said(pattern: RegExp): Promise<string> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const line = output.find((each) => pattern.test(each))
        if (line === undefined && !hasEnded) return
        waiting.delete(look)
        if (line !== undefined) resolve(line)
        else reject(new Error(`${entry} ended: ${output.join('\n')}`))
      }
      waiting.add(look)
      look()
    })
  }

  return {
    child,
    output,
    exited,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    said,
    /** Address once ready; empty for a worker. */
    async ready(): Promise<string> {
      return /http:\/\/[\d.:]+/.exec(await said(/listening at|worker ready/))?.[0] ?? ''
    },
    async stop(): Promise<Exit> {
      child.kill('SIGTERM')
      return exited
    },
  }
}

/** Starts a process with a data folder and waits until it is ready. */
export async function startProcess(entry: Entry, environment: Record<string, string>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'backoffice-process-'))
  const spawned = spawnEntry(entry, { DATA_DIR: dataDir, ...environment })
  const stop = async () => {
    const exit = await spawned.stop()
    await rm(dataDir, { recursive: true, force: true })
    return exit
  }
  const address = await spawned.ready().catch(async (error) => {
    await stop()
    throw error
  })
  return { ...spawned, address, stop }
}
