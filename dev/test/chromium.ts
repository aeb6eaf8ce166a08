import { basename } from 'node:path'
import { chromium } from 'playwright-core'
import { canApt, installByApt, placesOnPath, run, runs } from './programs.ts'

/** Chromium without a window: a page needs less than half the time. */
const SHELL = 'chromium-headless-shell'
const names = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const macApps = ['Google Chrome', 'Chromium', 'Google Chrome for Testing']
const offPath = [
  ...macApps.map((app) => `/Applications/${app}.app/Contents/MacOS/${app}`),
  chromium.executablePath(),
]

/** The path of a working Chromium, installed if missing. The error states what to do. */
export function chromiumPath(env: NodeJS.ProcessEnv = process.env, elsewhere = offPath): string {
  const configured = env.CHROMIUM_PATH
  if (configured) {
    if (runs(configured)) return configured
    throw new Error(`CHROMIUM_PATH is ${configured}, which does not run.`)
  }
  const found = find(env, elsewhere)
  if (found && !(lacksShell(found) && canApt(env))) return found
  console.log(`No ${found ? 'headless shell of Chromium' : 'Chromium'} found. Installing:`)
  if (canApt(env)) installByApt([SHELL], env)
  else run('npx', ['playwright', 'install', 'chromium'], env)
  const installed = find(env, elsewhere)
  if (installed) return installed
  throw new Error(
    'The browser tests need a Chromium, which could not be installed. Install Chromium or Google Chrome, or set CHROMIUM_PATH.',
  )
}

/** Only the distribution's Chromium has a headless shell of the same version as a package. */
function lacksShell(path: string): boolean {
  return basename(path) === 'chromium'
}

function find(env: NodeJS.ProcessEnv, elsewhere: string[]): string | undefined {
  return [...placesOnPath(names, env), ...elsewhere].find(runs)
}
