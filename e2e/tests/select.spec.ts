import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { waitUntilInteractive } from './page-objects.ts'
import { expect, test } from './test.ts'

const shown = (page: Page) => page.getByRole('region', { name: 'Select', exact: true })
const named = (page: Page, name: string) => shown(page).getByRole('combobox', { name, exact: true })
const options = (page: Page) => shown(page).getByRole('listbox').getByRole('option')
/** The active option, which a screen reader announces. */
async function highlighted(input: Locator): Promise<Locator> {
  return input.page().locator(`[id="${await input.getAttribute('aria-activedescendant')}"]`)
}
async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

test('a select takes the focus, scrolls to its highlight, is not clipped, and has its colours', async ({
  page,
}) => {
  await page.goto('/components')
  await waitUntilInteractive(page)
  await expect(named(page, 'Company')).toBeVisible()
  await test.step('an empty required one gets the focus; hovering highlights', () => testHighlight(page))
  await test.step('a list is not clipped by a panel or a dialog', () => testLayers(page))
  // select.test.tsx checks every open list without colours.
  await test.step('open lists are accessible in both themes', async () => {
    for (const name of ['Cities', 'Two companies']) {
      await named(page, name).focus()
      await expect(named(page, name)).toHaveAttribute('aria-expanded', 'true')
      await expectAccessible(page, '[aria-labelledby="select"]')
    }
  })
})

/** The highlight of a long list is in view. */
async function testHighlight(page: Page): Promise<void> {
  const form = shown(page).getByRole('form', { name: 'Required select' })
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(named(page, 'Needed company')).toBeFocused()
  await page.keyboard.press('Escape')
  const company = named(page, 'Company')
  await company.click()
  await shown(page).getByRole('option', { name: /^BHI/ }).hover()
  await expect.poll(async () => (await highlighted(company)).textContent()).toContain('BHI')
  await expect(shown(page).getByText('Press enter to select')).toHaveCount(1)
  const branch = named(page, 'One of 1,200')
  await branch.focus()
  await page.keyboard.press('End')
  await expect.poll(async () => (await highlighted(branch)).textContent()).toContain('branch 00999')
  await expect(await highlighted(branch)).toBeInViewport()
}

/** Escape closes one layer at a time. */
async function testLayers(page: Page): Promise<void> {
  const panel = shown(page).getByRole('region', { name: 'Scrolling panel' })
  const inPanel = named(page, 'Company in a panel')
  await inPanel.focus()
  const list = shown(page).getByRole('listbox')
  await expect(shown(page).getByRole('option', { name: /^OLD/ })).toBeInViewport({ ratio: 1 })
  const top = async (what: Locator) => (await what.boundingBox())?.y ?? 0
  await panel.evaluate((element) => element.scrollTo(0, 0))
  const [field, below] = [await top(inPanel), await top(list)]
  await panel.evaluate((element) => element.scrollTo(0, 12))
  await expect.poll(() => top(inPanel)).toBeCloseTo(field - 12, 0)
  await expect.poll(() => top(list)).toBeCloseTo(below - 12, 0)
  await press(page, 'Escape')
  await shown(page).getByRole('button', { name: 'Choose in a dialog' }).click()
  const inDialog = named(page, 'Company in a dialog')
  await inDialog.click()
  await shown(page).getByRole('option', { name: /^SMC/ }).click()
  await expect(inDialog).toHaveValue(/SMC/)
  await press(page, 'ArrowDown')
  await expect(options(page)).toHaveCount(5)
  await press(page, 'Escape')
  await expect(options(page)).toHaveCount(0)
  await expect(shown(page).getByRole('dialog')).toBeVisible()
  await press(page, 'Escape')
  await expect(shown(page).getByRole('dialog')).toBeHidden()
}
