import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Possible paths of programs with these names, in the order of the PATH. */
export function placesOnPath(names: readonly string[], env: NodeJS.ProcessEnv): string[] {
  return (env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)))
}

/** Runs the program, because a file alone proves nothing. Ubuntu's `chromium-browser` only requests a snap. */
export function runs(path: string): boolean {
  return existsSync(path) && spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0
}

export function canApt(env: NodeJS.ProcessEnv): boolean {
  return process.getuid?.() === 0 && spawnSync('apt-get', ['--version'], { env }).status === 0
}

export function installByApt(packages: readonly string[], env: NodeJS.ProcessEnv): void {
  run('apt-get', ['update', '-qq'], env)
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], env)
}

/** Ignores failures, because callers check the result themselves. */
export function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv): void {
  console.log(`${command} ${args.join(' ')}`)
  spawnSync(command, args, {
    stdio: 'inherit',
    env: { ...env, DEBIAN_FRONTEND: 'noninteractive' },
    timeout: 600_000,
  })
}

const PACKAGE = 'postgresql-client'

/** The path of psql, installed if missing, because the embedded PostgreSQL has none. The error states what to do. */
export function psqlPath(env: NodeJS.ProcessEnv = process.env): string {
  const find = () => placesOnPath(['psql'], env).find(runs)
  const found = find()
  if (found) return found
  if (canApt(env)) installByApt([PACKAGE], env)
  const installed = find()
  if (installed) return installed
  throw new Error(
    `The test of the first install needs psql, which could not be installed. On Debian or Ubuntu: apt-get install ${PACKAGE}. On macOS: brew install libpq, with its bin on the PATH.`,
  )
}
