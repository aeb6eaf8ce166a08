import { basename } from 'node:path'
import { chromium } from 'playwright-core'
import { bringByApt, canApt, placesOnPath, run, runs } from './programs.ts'

/** The same browser without its window: a page needs less than half the time. */
const SHELL = 'chromium-headless-shell'
const names = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
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
  if (found && !(lacksShell(found) && canApt(env))) return found
  console.log(`No ${found ? 'headless shell of Chromium' : 'Chromium'} here. Bringing one:`)
  if (canApt(env)) bringByApt([SHELL], env)
  else run('npx', ['playwright', 'install', 'chromium'], env)
  const brought = find(env, elsewhere)
  if (brought) return brought
  throw new Error(
    'The browser tests need a Chromium, and none could be brought. Install Chromium or Google Chrome, or set CHROMIUM_PATH to one.',
  )
}

/** Only the Chromium of the distribution has its shell as a package of the same version. */
function lacksShell(path: string): boolean {
  return basename(path) === 'chromium'
}

function find(env: NodeJS.ProcessEnv, elsewhere: string[]): string | undefined {
  return [...placesOnPath(names, env), ...elsewhere].find(runs)
}
