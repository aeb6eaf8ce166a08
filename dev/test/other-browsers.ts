import { existsSync, globSync } from 'node:fs'
import { canApt, installByApt, placesOnPath, runs } from './programs.ts'

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
