import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Where programs of these names would be, in the order of the PATH. */
export function placesOnPath(names: readonly string[], env: NodeJS.ProcessEnv): string[] {
  return (env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)))
}

/** Present is not enough: Ubuntu's `chromium-browser` is a script that asks for a snap. */
export function runs(path: string): boolean {
  return existsSync(path) && spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0
}

export function canApt(env: NodeJS.ProcessEnv): boolean {
  return process.getuid?.() === 0 && spawnSync('apt-get', ['--version'], { env }).status === 0
}

export function bringByApt(packages: readonly string[], env: NodeJS.ProcessEnv): void {
  run('apt-get', ['update', '-qq'], env)
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], env)
}

/** With its words on the terminal; whether it succeeded shows in what is there afterwards. */
export function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv): void {
  console.log(`${command} ${args.join(' ')}`)
  spawnSync(command, args, {
    stdio: 'inherit',
    env: { ...env, DEBIAN_FRONTEND: 'noninteractive' },
    timeout: 600_000,
  })
}
