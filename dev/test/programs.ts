import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Possible paths of programs with these names, in the order of the PATH. */
export function placesOnPath(names: readonly string[], env: NodeJS.ProcessEnv): string[] {
  return (env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)))
}

/** Runs the program, because a file alone proves nothing: Ubuntu's `chromium-browser` only requests a snap. */
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

/** Ignores failures: callers check the result themselves. */
export function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv): void {
  console.log(`${command} ${args.join(' ')}`)
  spawnSync(command, args, {
    stdio: 'inherit',
    env: { ...env, DEBIAN_FRONTEND: 'noninteractive' },
    timeout: 600_000,
  })
}
