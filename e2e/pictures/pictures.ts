import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium } from '@playwright/test'
import { launchOptions } from '../browser.ts'
import { withServer } from '../server.ts'
import type { DemoUser } from '../tests/demo-users.ts'
import { arrangeFiles, type StorageState, sessionOf } from './arrange.ts'
import { arrangeRoles } from './arrange-roles.ts'
import { arrangeTenders } from './arrange-tenders.ts'
import { arrangeUsers } from './arrange-users.ts'
import { auditScenes } from './audit-scenes.ts'
import { blockScenes } from './block-scenes.ts'
import { preferenceScenes } from './preference-scenes.ts'
import { roleScenes } from './role-scenes.ts'
import type { Scene } from './scene.ts'
import { scenesOf } from './scenes.ts'
import { sessionScenes } from './session-scenes.ts'
import { signInScenes } from './sign-in-scenes.ts'
import { statusScenes } from './status-scenes.ts'
import { tableScenes } from './table-scenes.ts'
import { tenderScenes } from './tender-scenes.ts'
import { userScenes } from './user-scenes.ts'

/**
 * Pictures of every screen and state, light and dark, wide and narrow, into .data/pictures.
 * `npm run pictures -- --only '^(file|account)-'` takes those whose name matches.
 */
const folder = join(import.meta.dirname, '../../.data/pictures')
const WIDTHS = { wide: 1280, narrow: 360 } as const
const THEMES = ['light', 'dark'] as const
const MARGIN_PX = 12
const PEOPLE: readonly DemoUser[] = ['agent', 'viewer', 'auditor', 'admin', 'lookup', 'supervisor']

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } })
const only = new RegExp(values.only)

type Width = (typeof WIDTHS)[keyof typeof WIDTHS]

/** A scene at one width, in both themes: what is on the page changes with the theme it is asked for. */
async function take(browser: Browser, baseURL: string, scene: Scene, width: Width, state?: StorageState) {
  const context = await browser.newContext({
    baseURL,
    reducedMotion: 'reduce',
    viewport: { width, height: width === 360 ? 740 : 800 },
    ...(state && { storageState: state }),
  })
  const page = await context.newPage()
  await scene.before?.(page)
  await page.goto(scene.path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await scene.after?.(page)
  await page.waitForTimeout(400)
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme })
    const path = join(folder, `${scene.name}-${colorScheme}-${width}.png`)
    const box = await scene.part?.(page).boundingBox()
    // Of the whole page: scrolled to, a part would stand below the bar that stays.
    const clip = box && { ...box, y: box.y - MARGIN_PX, height: box.height + 2 * MARGIN_PX }
    await page.screenshot({ path, fullPage: !scene.windowOnly, ...(clip && { clip }) })
  }
  await scene.tidy?.(page)
  await context.close()
}

async function takeAll(baseURL: string): Promise<void> {
  const browser = await chromium.launch(launchOptions)
  try {
    const states = new Map<DemoUser, StorageState>()
    for (const person of PEOPLE) states.set(person, await sessionOf(browser, baseURL, person))
    const stateOf = (person: DemoUser) => {
      const state = states.get(person)
      if (!state) throw new Error(`${person} is not signed in.`)
      return state
    }
    const files = await arrangeFiles(browser, baseURL, stateOf('agent'))
    const tenders = await arrangeTenders(browser, baseURL, stateOf('lookup'))
    const users = await arrangeUsers(browser, baseURL, stateOf('admin'))
    const roles = await arrangeRoles(browser, baseURL, stateOf('admin'))
    const scenes = [
      ...signInScenes(),
      ...blockScenes(),
      ...scenesOf(files),
      ...sessionScenes(files),
      ...preferenceScenes(),
      ...tenderScenes(tenders),
      ...tableScenes(),
      ...userScenes(users),
      ...roleScenes(roles),
      ...auditScenes(tenders),
      ...statusScenes(),
    ]
    for (const scene of scenes.filter(({ name }) => only.test(name))) {
      const state = scene.who ? stateOf(scene.who) : undefined
      // One that fails does not cost the others.
      for (const width of scene.only ? [WIDTHS[scene.only]] : Object.values(WIDTHS))
        await take(browser, baseURL, scene, width, state).catch((error: Error) => {
          console.error(`${scene.name} at ${width}: ${error.message}`)
          process.exitCode = 1
        })
      console.log(scene.name)
    }
  } finally {
    await browser.close()
  }
}

mkdirSync(folder, { recursive: true })
await withServer(takeAll)
