import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, type BrowserContextOptions, chromium } from '@playwright/test'
import { launchOptions } from '../browser.ts'
import { withServer } from '../server.ts'
import { type DemoUser, sessionOf } from '../tests/demo-users.ts'
import { arrange } from './arrange.ts'
import { scenesOf } from './scenes.ts'
import type { Scene } from './steps.ts'

/**
 * Takes pictures of every screen and state, light and dark, wide and narrow, into .data/pictures.
 * `npm run pictures -- --only '^(file|account)-'` takes the pictures with matching names, `-- --readme` those of README.md,
 * light and wide, into docs/pictures.
 */
const README = '^(dashboard-today|file-completed-with-errors|role-changed)$'
const VIEWPORTS = { wide: { width: 1280, height: 800 }, narrow: { width: 360, height: 740 } } as const
const WIDTHS = ['wide', 'narrow'] as const
const THEMES = ['light', 'dark'] as const
const MARGIN_PX = 12
/** An older session would have to confirm high-risk calls. */
const RECENT_MS = 8 * 60_000

const {
  values: { only, readme },
} = parseArgs({ options: { only: { type: 'string', default: '' }, readme: { type: 'boolean' } } })
const wanted = new RegExp(readme ? README : only)
const folder = join(import.meta.dirname, '../..', readme ? 'docs/pictures' : '.data/pictures')
/** Keeps pictures of README.md below 120 KB. */
const scale = readme ? { deviceScaleFactor: 0.68 } : {}

/** Takes a scene at one width, in both themes. */
async function take(browser: Browser, options: BrowserContextOptions, scene: Scene, width: number) {
  const [name, , path, ...items] = scene
  const context = await browser.newContext({ ...options, ...scale, reducedMotion: 'reduce' })
  const page = await context.newPage()
  for (const item of items) if (typeof item === 'object' && 'before' in item) await item.before(page)
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  for (const item of items) if (typeof item === 'function') await item(page)
  await page.waitForTimeout(400)
  const framed = items.find((item) => typeof item === 'object' && 'part' in item)
  for (const colorScheme of THEMES.slice(0, readme ? 1 : undefined)) {
    await page.emulateMedia({ colorScheme })
    const box = await framed?.part(page).boundingBox()
    // Clipped from the whole page, because the sticky header would cover a part that is scrolled into view.
    const clip = box && { ...box, y: box.y - MARGIN_PX, height: box.height + 2 * MARGIN_PX }
    await page.screenshot({
      path: join(folder, readme ? `${name}.png` : `${name}-${colorScheme}-${width}.png`),
      fullPage: !readme && (clip !== undefined || items.includes('page')),
      ...(clip && { clip }),
    })
  }
  for (const item of items) if (typeof item === 'object' && 'tidy' in item) await item.tidy(page)
  await context.close()
}

async function takeAll(baseURL: string): Promise<void> {
  const browser = await chromium.launch(launchOptions)
  try {
    const sessions = new Map<DemoUser, { startedMs: number; state: Awaited<ReturnType<typeof sessionOf>> }>()
    const optionsFor = async (user: DemoUser) => {
      const known = sessions.get(user)
      const isRecent = known !== undefined && Date.now() - known.startedMs < RECENT_MS
      const session = isRecent
        ? known
        : { startedMs: Date.now(), state: await sessionOf(browser, baseURL, user) }
      sessions.set(user, session)
      return { baseURL, storageState: session.state }
    }
    const made = await arrange(async (user) => {
      const page = await browser.newPage(await optionsFor(user))
      await page.goto('/operational_dashboard')
      return page
    })
    const scenes = scenesOf(made)
    for (const scene of scenes.filter(([name]) => wanted.test(name))) {
      const [name, user, , ...items] = scene
      const options = user ? await optionsFor(user) : { baseURL }
      const widths = WIDTHS.filter((width) => (readme ? width === 'wide' : items.includes(width)))
      for (const width of widths.length > 0 ? widths : WIDTHS) {
        const viewport = VIEWPORTS[width]
        // A failing scene does not stop the others.
        await take(browser, { ...options, viewport }, scene, viewport.width).catch((error: Error) => {
          console.error(`${name}, ${width}: ${error.message}`)
          process.exitCode = 1
        })
      }
      console.log(name)
    }
  } finally {
    await browser.close()
  }
}

mkdirSync(folder, { recursive: true })
await withServer(takeAll)
