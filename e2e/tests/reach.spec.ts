import type { Page } from '@playwright/test'
import { launchOptions } from '../browser.ts'
import { FAMILIES, OVERLAYS, PUBLIC_PATHS } from '../reach/screens-to-check.ts'
import { type ReachDriver, reachBy } from '../reach/visit.ts'
import { writeInquiryFile } from './card-files.ts'
import { signIn } from './demo-users.ts'
import { waitUntilInteractive } from './page-objects.ts'
import { expect, test } from './test.ts'

// Each wheel turn takes effect at once.
test.use({
  launchOptions: { ...launchOptions, args: [...(launchOptions.args ?? []), '--disable-smooth-scrolling'] },
})

// The longest page needs hundreds of turns, each up to a second on a busy machine.
test.describe.configure({ timeout: 300_000 })

const driverOf = (page: Page): ReachDriver => ({
  evaluate: (expression) => page.evaluate(`(async () => JSON.stringify((await (${expression})) ?? null))()`),
  async wheel(at, by) {
    await page.mouse.move(at.x, at.y)
    await page.mouse.wheel(by.x, by.y)
  },
  resize: (size) => page.setViewportSize(size),
  chooseFile: (selector, path) => page.setInputFiles(selector, path),
  pressEscape: () => page.keyboard.press('Escape'),
})

test('every control of the public pages can be scrolled to and pressed', async ({ page }) => {
  const reach = reachBy(driverOf(page))
  for (const path of PUBLIC_PATHS) {
    await page.goto(path)
    await waitUntilInteractive(page)
    await reach.visitPage(path)
  }
  expect(reach.complaints).toEqual([])
})

// With all screens, a test for each family, because they take minutes.
for (const families of process.env.FULL ? [...FAMILIES].map((each) => [each]) : [[...FAMILIES]])
  test(`every control of every screen and pane of ${families.map(([name]) => name).join(' and ')} can be scrolled to and pressed`, async ({
    page,
  }, testInfo) => {
    await signIn(page, 'admin', '/status')
    const reach = reachBy(driverOf(page))
    for (const [family, places] of families) {
      if (family === '/files') await reach.upload(writeInquiryFile(testInfo.outputDir))
      for (const place of places) await reach.visit(place)
    }
    expect(reach.complaints).toEqual([])
  })

for (const [family, overlays] of process.env.FULL ? OVERLAYS : [])
  test(`every control of overlays of ${family} can be scrolled to and pressed`, async ({ page }) => {
    await signIn(page, 'admin', '/status')
    const reach = reachBy(driverOf(page))
    for (const each of overlays) await reach.visitOverlay(each)
    expect(reach.complaints).toEqual([])
  })
