import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { press, waitUntilInteractive } from './page-objects.ts'
import { expect, test } from './test.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const pressOutside = (page: Page) => page.mouse.click(4, 4)
/** The focus is on an element of the page, not lost with a closed overlay. */
const isFocusKept = (page: Page) => page.evaluate(() => document.activeElement !== document.body)

// overlays.test.tsx checks every overlay without colours; the alert dialog and the menu have the colours of all.
test('overlays: focus moves in, stays in and returns; panels stay within the window', async ({ page }) => {
  await page.goto('/components')
  await waitUntilInteractive(page)
  await test.step('dialogs', () => testDialogs(page))
  await test.step('an alert dialog', () => testAlertDialog(page))
  await test.step('a popover', () => testPopover(page))
  await test.step('a menu', () => testMenu(page))
  await test.step('a side panel is at the edge of the window', () => testSidePanel(page))
  await test.step('a popover stays at its button', () => testPosition(page))
})

async function testDialogs(page: Page): Promise<void> {
  for (const [opener, name] of [
    ['Choose columns', 'Columns'],
    ['Show details', 'Tender 0412'],
  ] as const) {
    const dialog = page.getByRole('dialog', { name, exact: true })
    const close = dialog.getByRole('button', { name: 'Close' })
    const closings = [() => pressOutside(page), () => page.keyboard.press('Enter')]
    for (const closeDialog of name === 'Columns' ? closings : []) {
      await button(page, opener).focus()
      await page.keyboard.press('Enter')
      await expect(close).toBeFocused()
      await expect(dialog).toHaveJSProperty('open', true)
      await closeDialog()
      await expect(dialog).toHaveCount(0)
      await expect(button(page, opener)).toBeFocused()
    }
    await button(page, opener).focus()
    await page.keyboard.press('Enter')
    await expect(close).toBeFocused()
    await expect(dialog).toHaveJSProperty('open', true)
    // The page behind is inert, so Tab moves to the browser's controls and back.
    for (let presses = 0; presses < 3; presses += 1) {
      await page.keyboard.press('Tab')
      expect(await page.evaluate(() => document.activeElement?.closest('dialog, body')?.tagName)).toMatch(
        /DIALOG|BODY/,
      )
      await expect(button(page, opener)).not.toBeFocused()
    }
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(button(page, opener)).toBeFocused()
  }
}

async function testAlertDialog(page: Page): Promise<void> {
  const question = page.getByRole('alertdialog', { name: 'Delete tender 0412?' })
  await press(page, 'Delete tender')
  await expect(question.getByRole('button', { name: 'Cancel', exact: true })).toBeFocused()
  // The page must include the style of the dialog, which loads on demand.
  const [outer, title] = [await question.boundingBox(), await question.getByRole('heading').boundingBox()]
  expect((title?.x ?? 0) - (outer?.x ?? 0)).toBeGreaterThan(8)
  await expectAccessible(page, 'dialog[open]')
  await pressOutside(page)
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(button(page, 'Delete tender')).toBeFocused()
}

async function testPopover(page: Page): Promise<void> {
  const opener = button(page, 'About this list')
  const panel = page.getByRole('dialog', { name: 'About this list' })
  for (const close of [() => page.keyboard.press('Escape'), () => pressOutside(page), () => opener.click()]) {
    await opener.click()
    await expect(panel).toBeFocused()
    await close()
    await expect(panel).toBeHidden()
    await expect(opener).toBeFocused()
  }
  await page.keyboard.press('Enter')
  await expect(panel).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(opener).toBeFocused()
  await expect(panel).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(opener).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(panel).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(panel.getByRole('button', { name: 'Got it' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(panel).toBeHidden()
  await expect(opener).not.toBeFocused()
  expect(await isFocusKept(page)).toBe(true)
}

async function testMenu(page: Page): Promise<void> {
  const actions = button(page, 'Actions of tender 0412')
  const menu = page.getByRole('menu', { name: 'Actions of tender 0412' })
  const first = menu.getByRole('menuitem', { name: 'Edit' })
  for (const close of [() => page.keyboard.press('Escape'), () => pressOutside(page)]) {
    await actions.press('ArrowDown')
    await expect(first).toBeFocused()
    await close()
    await expect(menu).toBeHidden()
    await expect(actions).toBeFocused()
  }
  await actions.click()
  await expect(first).toBeFocused()
  await expectAccessible(page, '[role=menu]:popover-open')
  await page.keyboard.press('Tab')
  await expect(menu).toBeHidden()
  await expect(actions).not.toBeFocused()
  expect(await isFocusKept(page)).toBe(true)

  await actions.click()
  await menu.getByRole('menuitem', { name: 'Show details' }).click()
  const sidePanel = page.getByRole('dialog', { name: 'Tender 0412' })
  await expect(sidePanel.getByRole('button', { name: 'Close' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(sidePanel).toHaveCount(0)
  await expect(actions).toBeFocused()
}

async function testSidePanel(page: Page): Promise<void> {
  const sidePanel = page.getByRole('dialog', { name: 'Tender 0412' })
  await press(page, 'Show details')
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    const edge = async () => {
      const box = await sidePanel.boundingBox()
      return box && { y: box.y, height: box.height, right: box.x + box.width, isAtLeft: box.x <= 0 }
    }
    await expect.poll(edge).toEqual({ y: 0, height: 800, right: width, isAtLeft: false })
  }
  await page.keyboard.press('Escape')
}

async function testPosition(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 700 })
  const opener = button(page, 'About this list')
  const panel = page.getByRole('dialog', { name: 'About this list' })
  const gaps = async () => {
    const [at, box] = [await opener.boundingBox(), await panel.boundingBox()]
    if (!at || !box) throw new Error('The popover is not on the page.')
    expect(box.x).toBeGreaterThanOrEqual(8)
    expect(box.x + box.width).toBeLessThanOrEqual(352)
    return { below: box.y - at.y - at.height, above: at.y - box.y - box.height }
  }
  await opener.evaluate((element) => element.scrollIntoView({ block: 'start' }))
  await opener.click()
  await expect.poll(async () => (await gaps()).below).toBe(4)
  await page.evaluate(() => scrollBy(0, -40))
  await expect.poll(async () => (await gaps()).below).toBe(4)
  await page.evaluate(() => scrollBy(0, -460))
  await expect.poll(async () => (await gaps()).above).toBe(4)
}
