import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTempFolder } from '../postgres/testing.ts'
import { chromiumPath } from './browsers.ts'

let place: ReturnType<typeof createTempFolder>
let env: NodeJS.ProcessEnv

beforeEach(() => {
  place = createTempFolder()
  env = { PATH: place.folder }
})

afterEach(() => place.remove())

function program(name: string, body: string): string {
  const path = join(place.folder, name)
  writeFileSync(path, `#!/bin/sh\n${body}\n`, { mode: 0o755 })
  return path
}

test('uses CHROMIUM_PATH, or reports that it does not run', () => {
  const path = program('mine', 'exit 0')
  expect(chromiumPath({ ...env, CHROMIUM_PATH: path }, [])).toBe(path)
  expect(() => chromiumPath({ CHROMIUM_PATH: '/nowhere' }, [])).toThrow('/nowhere, which does not run')
})

test('finds a browser on the PATH that runs', () => {
  program('chromium-browser', 'echo "install the snap"; exit 1')
  const chrome = program('google-chrome', 'exit 0')
  expect(chromiumPath(env, [])).toBe(chrome)
})

test('installs a browser with apt for root, with Playwright for others', () => {
  const brought = join(place.folder, 'chromium-headless-shell')
  const install = `case "$*" in *install*chromium*) printf '#!/bin/sh\\n' > ${brought}; /bin/chmod +x ${brought};; esac`
  program('apt-get', process.getuid?.() === 0 ? install : 'exit 1')
  program('npx', process.getuid?.() === 0 ? 'exit 1' : install)
  expect(chromiumPath(env, [])).toBe(brought)
})

test('installs the headless shell for root, and falls back to the full Chromium', () => {
  const whole = program('chromium', 'exit 0')
  expect(chromiumPath(env, [])).toBe(whole)
  program('apt-get', 'exit 1')
  expect(chromiumPath(env, [])).toBe(whole)
  const shell = join(place.folder, 'chromium-headless-shell')
  program('apt-get', `case "$*" in *install*headless-shell*) /bin/ln -s ${whole} ${shell};; esac`)
  expect(chromiumPath(env, [])).toBe(process.getuid?.() === 0 ? shell : whole)
})

test('states what to do if no browser can be installed', () => {
  program('apt-get', 'exit 1')
  program('npx', 'exit 1')
  expect(() => chromiumPath(env, [])).toThrow(/Install Chromium or Google Chrome, or set CHROMIUM_PATH/)
})
