import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright-core'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const macApps = ['Google Chrome', 'Chromium', 'Google Chrome for Testing']
const besidePath = [
  ...macApps.map((app) => `/Applications/${app}.app/Contents/MacOS/${app}`),
  chromium.executablePath(),
]

/** The path of a Chromium that runs, brought if there is none; throws with what to do. */
export function chromiumPath(env: NodeJS.ProcessEnv = process.env, elsewhere = besidePath): string {
  const told = env.CHROMIUM_PATH
  if (told) {
    if (runs(told)) return told
    throw new Error(`CHROMIUM_PATH is ${told}, which does not run.`)
  }
  const found = find(env, elsewhere)
  if (found) return found
  bring(env)
  const brought = find(env, elsewhere)
  if (brought) return brought
  throw new Error(
    'The browser tests need a Chromium, and none could be brought. Install Chromium or Google Chrome, or set CHROMIUM_PATH to one.',
  )
}

function find(env: NodeJS.ProcessEnv, elsewhere: string[]): string | undefined {
  const onPath = (env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
  return [...onPath, ...elsewhere].find(runs)
}

/** Present is not enough: Ubuntu's `chromium-browser` is a script that asks for a snap. */
function runs(path: string): boolean {
  return existsSync(path) && spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0
}

function bring(env: NodeJS.ProcessEnv): void {
  const canApt = process.getuid?.() === 0 && spawnSync('apt-get', ['--version'], { env }).status === 0
  const commands = canApt
    ? [
        ['apt-get', 'update', '-qq'],
        ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'chromium'],
      ]
    : [['npx', 'playwright', 'install', 'chromium']]
  for (const [command = '', ...args] of commands) {
    console.log(`No Chromium here. Bringing one: ${command} ${args.join(' ')}`)
    spawnSync(command, args, {
      stdio: 'inherit',
      env: { ...env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  }
}
