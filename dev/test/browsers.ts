import { existsSync, globSync } from 'node:fs'
import { basename } from 'node:path'
import { chromium } from 'playwright-core'
import { canApt, installByApt, placesOnPath, run, runs } from './programs.ts'

/** Chromium without a window, in which a page needs less than half the time. */
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

export type OtherBrowsers = { firefox: string; webkitDriver: string; webkit: string; display: string }

const PACKAGES = ['firefox-esr', 'webkit2gtk-driver', 'xvfb']
const macFirefox = '/Applications/Firefox.app/Contents/MacOS/firefox'
/** Paths of the small browser of WebKitGTK in distributions. It is not on the PATH. */
const miniBrowsers = '/usr/{lib,lib/*,libexec}/webkit*gtk-*/MiniBrowser'

/** The programs of Firefox and WebKitGTK, installed if missing. The error states what to do. */
export function otherBrowsers(
  env: NodeJS.ProcessEnv = process.env,
  elsewhere = { firefox: [macFirefox], webkit: miniBrowsers },
): OtherBrowsers {
  const look = () => {
    const first = (...names: string[]) => placesOnPath(names, env).find(existsSync)
    return {
      firefox: [...placesOnPath(['firefox-esr', 'firefox'], env), ...elsewhere.firefox].find(runs),
      webkitDriver: first('WebKitWebDriver'),
      webkit: globSync(elsewhere.webkit).sort().at(-1),
      display: first('Xvfb'),
    }
  }
  let found = look()
  if (!isWhole(found) && canApt(env)) {
    console.log('Some browsers are missing. Installing:')
    installByApt(PACKAGES, env)
    found = look()
  }
  if (isWhole(found)) return found
  const missing = Object.entries(found).flatMap(([name, path]) => (path ? [] : [name]))
  throw new Error(
    `The tests in other browsers need Firefox and WebKitGTK with its driver, and could not find or install: ${missing.join(', ')}. ` +
      `On Debian or Ubuntu: apt-get install ${PACKAGES.join(' ')}. ` +
      'macOS has no WebKitGTK: run them in a Linux container, and the other suites here with --only.',
  )
}

function isWhole(found: Partial<Record<keyof OtherBrowsers, string | undefined>>): found is OtherBrowsers {
  return Object.values(found).every((path) => path !== undefined)
}
