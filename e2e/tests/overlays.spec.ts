import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { press } from './page-objects.ts'
import { expect, test } from './test.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const pressOutside = (page: Page) => page.mouse.click(4, 4)

async function openComponents(page: Page): Promise<void> {
  // Wait for the scripts.
  await page.goto('/components', { waitUntil: 'networkidle' })
}

for (const [opener, name] of [
  ['Choose columns', 'Columns'],
  ['Show details', 'Tender 0412'],
] as const)
  test(`dialog “${name}”: focus moves in, stays in and returns`, async ({ page }) => {
    await openComponents(page)
    const dialog = page.getByRole('dialog', { name, exact: true })
    const close = dialog.getByRole('button', { name: 'Close' })
    const closings = [
      () => page.keyboard.press('Escape'),
      () => pressOutside(page),
      () => page.keyboard.press('Enter'),
    ]
    for (const closeDialog of closings) {
      await button(page, opener).focus()
      await page.keyboard.press('Enter')
      await expect(close).toBeFocused()
      await expect(dialog).toHaveJSProperty('open', true)
      await closeDialog()
      await expect(dialog).toHaveCount(0)
      await expect(button(page, opener)).toBeFocused()
    }
    await page.keyboard.press('Enter')
    await expectAccessible(page, 'dialog[open]')
    // The page behind is inert: Tab moves to the browser's controls and back.
    for (let presses = 0; presses < 3; presses += 1) {
      await page.keyboard.press('Tab')
      expect(await page.evaluate(() => document.activeElement?.closest('dialog, body')?.tagName)).toMatch(
        /DIALOG|BODY/,
      )
      await expect(button(page, opener)).not.toBeFocused()
    }
  })

test('a side panel is at the right edge and as high as the window, also on a narrow screen', async ({
  page,
}) => {
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await openComponents(page)
    await press(page, 'Show details')
    const box = await page.getByRole('dialog', { name: 'Tender 0412' }).boundingBox()
    expect(box).toMatchObject({ y: 0, height: 800 })
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBe(width)
    expect(box?.x).toBeGreaterThan(0)
  }
})

test('an alert dialog has a name and description, focuses the safe choice and ignores presses outside', async ({
  page,
}) => {
  await openComponents(page)
  const question = page.getByRole('alertdialog', { name: 'Delete tender 0412?' })
  const safe = question.getByRole('button', { name: 'Cancel', exact: true })
  await press(page, 'Delete tender')
  await expect(question).toHaveAccessibleDescription('It is removed from every list and cannot be restored.')
  await expect(question.getByRole('alert')).toHaveText('The server cannot be reached.')
  await expect(safe).toBeFocused()
  // The page must include the style of the dialog, which loads on demand.
  const [outer, title] = [await question.boundingBox(), await question.getByRole('heading').boundingBox()]
  expect((title?.x ?? 0) - (outer?.x ?? 0)).toBeGreaterThan(8)
  await expectAccessible(page, 'dialog[open]')
  await pressOutside(page)
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(button(page, 'Delete tender')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(safe).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question).toHaveCount(0)
  await expect(button(page, 'Delete tender')).toBeFocused()
})

test('a popover works by keyboard, and closes by Tab, Escape, its button and a press outside', async ({
  page,
}) => {
  await openComponents(page)
  const opener = button(page, 'About this list')
  const panel = page.getByRole('dialog', { name: 'About this list' })
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(panel).toBeFocused()
  await expect(opener).toHaveAttribute('aria-expanded', 'true')
  await expectAccessible(page, '[role=dialog]:popover-open')
  await page.keyboard.press('Tab')
  await expect(panel.getByRole('button', { name: 'Got it' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(panel).toBeHidden()
  await expect(opener).toHaveAttribute('aria-expanded', 'false')
  await expect(opener).not.toBeFocused()
  expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true)

  await opener.click()
  await expect(panel).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(opener).toBeFocused()
  await expect(panel).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(opener).toBeFocused()

  await opener.click()
  await expect(panel).toBeFocused()
  await opener.click()
  await expect(panel).toBeHidden()
  await expect(opener).toBeFocused()

  await opener.click()
  await expect(panel).toBeFocused()
  await pressOutside(page)
  await expect(panel).toBeHidden()
  await expect(opener).toBeFocused()

  await opener.click()
  await panel.getByRole('button', { name: 'Got it' }).click()
  await expect(panel).toBeHidden()
  await expect(opener).toBeFocused()
})

test('a popover returns the focus to a button that a click does not focus, like in Safari', async ({
  page,
}) => {
  await openComponents(page)
  const opener = button(page, 'About this list')
  const panel = page.getByRole('dialog', { name: 'About this list' })
  await opener.evaluate((element) => element.addEventListener('mousedown', (event) => event.preventDefault()))
  for (const close of [() => page.keyboard.press('Escape'), () => pressOutside(page)]) {
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await opener.click()
    await expect(panel).toBeFocused()
    await close()
    await expect(panel).toBeHidden()
    await expect(opener).toBeFocused()
  }
})

test('a popover stays at its button and within the window, above the button if there is more space', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 700 })
  await openComponents(page)
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
})

test('a menu: arrows, Home, End and letters move, Enter selects, disabled items do nothing', async ({
  page,
}) => {
  await openComponents(page)
  const opener = button(page, 'Actions of tender 0412')
  const menu = page.getByRole('menu', { name: 'Actions of tender 0412' })
  const item = (name: string) => menu.getByRole('menuitem', { name, exact: true })
  await opener.focus()
  await page.keyboard.press('ArrowDown')
  await expect(item('Edit')).toBeFocused()
  await expect(opener).toHaveAttribute('aria-expanded', 'true')
  await expectAccessible(page, '[role=menu]:popover-open')
  for (const [key, name] of [
    ['ArrowDown', 'Duplicate'],
    ['End', 'Delete'],
    ['ArrowDown', 'Edit'],
    ['ArrowUp', 'Delete'],
    ['Home', 'Edit'],
    ['s', 'Show details'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(item(name)).toBeFocused()
  }
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(opener).toBeFocused()

  await page.keyboard.press('ArrowUp')
  await expect(item('Delete')).toBeFocused()
  // A busy machine may exceed the half second in which letters form one search.
  await expect(async () => {
    await page.keyboard.press('Home')
    await page.keyboard.type('exp')
    await expect(item('Export')).toBeFocused({ timeout: 1_000 })
  }).toPass()
  await page.keyboard.press('Enter')
  await expect(item('Export')).toBeFocused()
  await item('Export').click({ force: true })
  await expect(menu).toBeVisible()
  await expect(page.getByText('Chosen: Export')).toHaveCount(0)
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect(page.getByText('Chosen: Duplicate')).toBeVisible()
  await expect(menu).toBeHidden()
  await expect(opener).toBeFocused()
})

test('a menu closes by Tab and a press outside; its dialog returns the focus to the menu button', async ({
  page,
}) => {
  await openComponents(page)
  const opener = button(page, 'Actions of tender 0412')
  const menu = page.getByRole('menu', { name: 'Actions of tender 0412' })
  await opener.click()
  await expect(menu.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(menu).toBeHidden()
  await expect(opener).not.toBeFocused()
  expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true)

  await opener.click()
  await expect(menu).toBeVisible()
  await pressOutside(page)
  await expect(menu).toBeHidden()
  await expect(opener).toBeFocused()

  await opener.click()
  await menu.getByRole('menuitem', { name: 'Show details' }).click()
  const panel = page.getByRole('dialog', { name: 'Tender 0412' })
  await expect(panel.getByRole('button', { name: 'Close' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(opener).toBeFocused()
})

test('a key right after closing opens a menu again', async ({ page }) => {
  await openComponents(page)
  const opener = button(page, 'Actions of tender 0412')
  const menu = page.getByRole('menu', { name: 'Actions of tender 0412' })
  await opener.press('ArrowDown')
  await expect(menu.getByRole('menuitem', { name: 'Edit', exact: true })).toBeFocused()
  // Browsers report the closing in a separate task, which a key may overtake: here every key does.
  await page.evaluate(() => {
    const withhold = (event: Event) => event instanceof ToggleEvent && event.newState === 'closed'
    addEventListener('toggle', (event) => withhold(event) && event.stopPropagation(), { capture: true })
  })
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(menu.getByRole('menuitem', { name: 'Delete', exact: true })).toBeFocused()
})
