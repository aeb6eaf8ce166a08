import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** A suite: where it runs, with what, and how many of the slots it keeps busy. */
export type Suite = { name: string; folder: string; kind: 'vitest' | 'playwright'; slots: number }

/** Of the two cores that a machine has at least. */
export const SLOTS = 2

/** The longest first: the short ones fill what is left beside them. The browser tests have two workers. */
export const suites: Suite[] = [
  { name: 'server', folder: 'apps/server', kind: 'vitest', slots: 1 },
  { name: 'dev', folder: 'dev', kind: 'vitest', slots: 1 },
  { name: 'identity', folder: 'packages/identity', kind: 'vitest', slots: 1 },
  { name: 'browsers', folder: 'e2e/browsers', kind: 'vitest', slots: 1 },
  { name: 'web', folder: 'apps/web', kind: 'vitest', slots: 1 },
  { name: 'contract', folder: 'packages/contract', kind: 'vitest', slots: 1 },
  { name: 'e2e', folder: 'e2e', kind: 'playwright', slots: SLOTS },
]

/**
 * Runs a suite; the exit code, or null when a signal ended it. What it prints appears at once where it runs alone,
 * else in one block at its end.
 */
export function runSuite(
  { name, folder, kind, slots }: Suite,
  root: string,
  report: string,
  env: NodeJS.ProcessEnv,
  interrupt: AbortSignal,
): Promise<number | null> {
  const args =
    kind === 'vitest'
      ? ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
      : ['test', '--reporter=list,json']
  const isAlone = slots === SLOTS
  return new Promise((resolve) => {
    const child = spawn(join(root, 'node_modules/.bin', kind), args, {
      cwd: join(root, folder),
      env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
      stdio: ['ignore', ...(isAlone ? (['inherit', 'inherit'] as const) : (['pipe', 'pipe'] as const))],
    })
    const heading = `\n── ${name}`
    const printed: Buffer[] = []
    if (isAlone) console.log(heading)
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
      if (!isAlone) console.log(`${heading}\n${Buffer.concat(printed)}`)
      interrupt.removeEventListener('abort', stop)
      resolve(code)
    })
  })
}
