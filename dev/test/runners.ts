import { spawn } from 'node:child_process'
import { join } from 'node:path'

export type Suite = {
  name: string
  folder: string
  kind: 'vitest' | 'playwright'
  slots: number
  /** Variables of a second run of a folder, which needs its name or `FULL=1`. */
  variables?: Record<string, string>
}

/** For two cores. Browser tests wait often enough for a third suite to run next to their two workers. */
export const SLOTS = 3

/**
 * Longest first, so that short ones fill the remaining slots. `drills` mostly waits for killed processes.
 */
export const suites: Suite[] = [
  { name: 'e2e', folder: 'e2e', kind: 'playwright', slots: 2 },
  { name: 'drills', folder: 'drills', kind: 'vitest', slots: 1 },
  { name: 'dev', folder: 'dev', kind: 'vitest', slots: 1 },
  { name: 'browsers', folder: 'e2e/browsers', kind: 'vitest', slots: 1 },
  { name: 'identity', folder: 'packages/identity', kind: 'vitest', slots: 1 },
  { name: 'web', folder: 'apps/web', kind: 'vitest', slots: 1 },
  { name: 'contract', folder: 'packages/contract', kind: 'vitest', slots: 1 },
  { name: 'server', folder: 'apps/server', kind: 'vitest', slots: 2 },
  {
    ...{ name: 'server-apart', folder: 'apps/server', kind: 'vitest', slots: 2 },
    variables: { TEST_LEDGER: 'apart' },
  },
]

/**
 * Runs a suite; returns the exit code, or null if a signal ended it. Prints the output of browser tests immediately, of
 * others at their end.
 */
export function runSuite(
  { name, folder, kind, variables }: Suite,
  root: string,
  report: string,
  env: NodeJS.ProcessEnv,
  interrupt: AbortSignal,
): Promise<number | null> {
  const args =
    kind === 'vitest'
      ? ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
      : ['test', '--reporter=list,json']
  const isShown = kind === 'playwright'
  return new Promise((resolve) => {
    const child = spawn(join(root, 'node_modules/.bin', kind), args, {
      cwd: join(root, folder),
      env: { ...env, ...variables, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
      stdio: ['ignore', ...(isShown ? (['inherit', 'inherit'] as const) : (['pipe', 'pipe'] as const))],
    })
    const heading = `\n── ${name}`
    const printed: Buffer[] = []
    if (isShown) console.log(heading)
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        printed.push(chunk)
      })
    child.once('error', (error) => {
      console.error(error.message)
      resolve(1)
    })
    const stop = () => child.kill('SIGINT')
    interrupt.addEventListener('abort', stop)
    child.once('close', (code) => {
      if (!isShown) console.log(`${heading}\n${Buffer.concat(printed)}`)
      interrupt.removeEventListener('abort', stop)
      resolve(code)
    })
  })
}

/**
 * Runs jobs in order and in parallel. A job that needs more slots than are free waits, and so do the jobs after it.
 */
export async function runInSlots<Job extends { slots: number }>(
  jobs: readonly Job[],
  slots: number,
  run: (job: Job) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>()
  let free = slots
  for (const job of jobs) {
    while (free < job.slots) await Promise.race(running)
    free -= job.slots
    const done: Promise<void> = run(job).finally(() => {
      free += job.slots
      running.delete(done)
    })
    running.add(done)
  }
  await Promise.all(running)
}
