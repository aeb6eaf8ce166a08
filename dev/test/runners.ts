import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** A suite: where it runs, with what, and where it writes its figures. */
export type Suite = { name: string; folder: string; kind: 'vitest' | 'playwright' }

export const suites: Suite[] = [
  { name: 'contract', folder: 'packages/contract', kind: 'vitest' },
  { name: 'identity', folder: 'packages/identity', kind: 'vitest' },
  { name: 'server', folder: 'apps/server', kind: 'vitest' },
  { name: 'web', folder: 'apps/web', kind: 'vitest' },
  { name: 'dev', folder: 'dev', kind: 'vitest' },
  { name: 'e2e', folder: 'e2e', kind: 'playwright' },
  { name: 'browsers', folder: 'e2e/browsers', kind: 'vitest' },
]

/** Runs a suite with its words on the terminal; the exit code, or null when a signal ended it. */
export function runSuite(
  { folder, kind }: Suite,
  root: string,
  report: string,
  env: NodeJS.ProcessEnv,
  interrupt: AbortSignal,
): Promise<number | null> {
  const args =
    kind === 'vitest'
      ? ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
      : ['test', '--reporter=list,json']
  return new Promise((resolve) => {
    const child = spawn(join(root, 'node_modules/.bin', kind), args, {
      cwd: join(root, folder),
      env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    child.once('error', (error) => {
      console.error(error.message)
      resolve(1)
    })
    const stop = () => child.kill('SIGINT')
    interrupt.addEventListener('abort', stop)
    child.once('exit', (code) => {
      interrupt.removeEventListener('abort', stop)
      resolve(code)
    })
  })
}
