import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTempFolder } from '../postgres/testing.ts'
import { otherBrowsers } from './browsers.ts'

const PROGRAMS = ['firefox-esr', 'WebKitWebDriver', 'Xvfb']

let place: ReturnType<typeof createTempFolder>
let env: NodeJS.ProcessEnv
let elsewhere: { firefox: string[]; webkit: string }

beforeEach(() => {
  place = createTempFolder()
  env = { PATH: place.folder }
  elsewhere = { firefox: [], webkit: join(place.folder, 'lib/*/MiniBrowser') }
  mkdirSync(join(place.folder, 'lib/webkit2gtk-4.1'), { recursive: true })
})

afterEach(() => place.remove())

function program(name: string, body: string): string {
  const path = join(place.folder, name)
  writeFileSync(path, `#!/bin/sh\n${body}\n`, { mode: 0o755 })
  return path
}

test('finds the installed browsers, driver and display', () => {
  for (const name of PROGRAMS) program(name, 'exit 0')
  const webkit = program('lib/webkit2gtk-4.1/MiniBrowser', 'exit 0')
  expect(otherBrowsers(env, elsewhere)).toEqual({
    firefox: join(place.folder, 'firefox-esr'),
    webkitDriver: join(place.folder, 'WebKitWebDriver'),
    webkit,
    display: join(place.folder, 'Xvfb'),
  })
})

test('installs missing programs with apt for root, else states what to do', () => {
  for (const name of PROGRAMS.slice(0, 2)) program(name, 'exit 0')
  const webkit = program('lib/webkit2gtk-4.1/MiniBrowser', 'exit 0')
  const display = join(place.folder, 'Xvfb')
  program('apt-get', `case "$*" in *install*xvfb*) : > ${display};; esac`)
  if (process.getuid?.() === 0) expect(otherBrowsers(env, elsewhere)).toMatchObject({ webkit, display })
  else expect(() => otherBrowsers(env, elsewhere)).toThrow('could not find or install: display')
})

test('names the missing programs if they cannot be installed', () => {
  program('apt-get', 'exit 1')
  expect(() => otherBrowsers(env, elsewhere)).toThrow(
    /firefox, webkitDriver, webkit, display\. .*apt-get install firefox-esr webkit2gtk-driver xvfb/,
  )
})
