import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './test.ts'

/** The section of the page that shows the select in its states. */
const shown = (page: Page) => page.getByRole('region', { name: 'Select', exact: true })
const named = (page: Page, name: string) => shown(page).getByRole('combobox', { name, exact: true })
const options = (page: Page) => shown(page).getByRole('listbox').getByRole('option')
/** The option that the input points at: what a screen reader reads out. */
async function highlighted(input: Locator): Promise<Locator> {
  return input.page().locator(`[id="${await input.getAttribute('aria-activedescendant')}"]`)
}
async function expectHighlight(input: Locator, words: string): Promise<void> {
  await expect
    .poll(async () => (await highlighted(input)).allTextContents())
    .toEqual([expect.stringContaining(words)])
}
async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}
const live = (page: Page, words: string) => shown(page).getByRole('status').filter({ hasText: words })

test.beforeEach(async ({ page }) => {
  await page.goto('/components')
  await expect(named(page, 'Company')).toBeVisible()
})

test('the keyboard where there is a search', async ({ page }) => {
  const company = named(page, 'Company')
  await company.focus()
  await expect(company).toHaveAttribute('aria-expanded', 'true')
  await expect(company).toHaveAttribute('placeholder', 'Select option')
  await expect(shown(page).getByRole('listbox', { name: 'Company', exact: true })).toBeVisible()
  await expectHighlight(company, 'NLF')
  await press(page, 'ArrowUp')
  await expectHighlight(company, 'NLF')
  await press(page, 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown')
  await expectHighlight(company, 'TSI')
  await press(page, 'Home')
  await expectHighlight(company, 'NLF')
  await press(page, 'End', 'PageUp', 'PageDown', 'Enter')
  await expect(company).toHaveValue('TSI · Tala Sari-Sari Inc.')
  await expect(company).toHaveAttribute('aria-expanded', 'false')
  await expect(company).toBeFocused()
  await expect(live(page, 'TSI · Tala Sari-Sari Inc. selected')).toBeAttached()
  await press(page, 'ArrowDown')
  await expectHighlight(company, 'NLF')
  await expect(company).toHaveValue('')
  await page.keyboard.down('Escape')
  await expect(options(page)).toHaveCount(5)
  await page.keyboard.up('Escape')
  await expect(options(page)).toHaveCount(0)
  await page.keyboard.type('baya')
  await expect(options(page)).toHaveText([/BHI/])
  await press(page, 'Tab')
  await expect(company).toHaveValue('TSI · Tala Sari-Sari Inc.')
  await expect(named(page, 'Owner')).toBeFocused()
  await company.focus()
  await press(page, 'Backspace')
  await expect(company).toHaveAttribute('aria-expanded', 'true')
  await expect(live(page, 'TSI · Tala Sari-Sari Inc. removed')).toBeAttached()
  await press(page, 'ArrowDown', 'Enter', 'ArrowDown', 'Delete', 'Escape')
  await expect(company).toHaveValue('')
})

test('the keyboard where there is none', async ({ page }) => {
  const method = named(page, 'Payment method')
  await method.focus()
  await expectHighlight(method, 'Cash')
  await press(page, 'Tab')
  await expect(method).toHaveValue('')
  await method.focus()
  await press(page, 'ArrowDown', 'ArrowUp', 'Tab')
  await expect(method).toHaveValue('Cash')
  await expect(method).not.toBeFocused()
  await method.focus()
  await press(page, 'ArrowDown', 'ArrowUp', 'Tab')
  await expect(method).toHaveValue('Cash')
  await method.focus()
  await press(page, 'Backspace', 'x', 'ArrowDown', 'Enter')
  await expect(method).toHaveValue('Credit card')
  await press(page, 'Space')
  await expect(options(page)).toHaveCount(4)
  await press(page, 'Escape')
  await expect(options(page)).toHaveCount(0)
})

test('Enter in an open list never submits the form, closed it does; required holds it back only while empty', async ({
  page,
}) => {
  const form = shown(page).getByRole('form', { name: 'Required select' })
  const needed = named(page, 'Needed company')
  await expect(needed).toHaveAttribute('required')
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(needed).toBeFocused()
  await expect(form).not.toContainText('Sent')
  await press(page, 'Escape', 'ArrowDown', 'ArrowDown', 'Enter')
  await expect(needed).toHaveValue(/SMC/)
  await expect(needed).not.toHaveAttribute('required')
  await expect(form).not.toContainText('Sent')
  await press(page, 'Enter')
  await expect(form).toContainText('Sent SMC')
  await press(page, 'Backspace')
  await expect(needed).toHaveAttribute('required')
  await press(page, 'ArrowDown', 'z', 'Enter')
  await expect(
    shown(page).getByText('No elements found. Consider changing the search query.').first(),
  ).toBeVisible()
  await press(page, 'Escape', 'ArrowDown')
  await page.keyboard.down('Enter')
  await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await expect(needed).toHaveValue(/NLF/)
  await expect(form).toContainText('Sent SMC')
})

test('the three texts, said and shown, and the maximum in place of the list', async ({ page }) => {
  const said = (words: string) => live(page, words)
  await named(page, 'Empty list').focus()
  await expect(shown(page).getByRole('paragraph').filter({ hasText: 'List is empty.' })).toBeVisible()
  await expect(said('List is empty.')).toBeAttached()
  await page.keyboard.type('x')
  await expect(said('No elements found. Consider changing the search query.')).toBeAttached()
  await named(page, 'Late list').focus()
  await expect(shown(page).getByText('Loading…').first()).toBeVisible()
  await expect(shown(page).getByRole('listbox')).toHaveAttribute('aria-busy', 'true')
  await named(page, 'Two companies').focus()
  const full = 'Maximum of 2 options selected. First remove a selected option to select another.'
  await expect(shown(page).getByRole('paragraph').filter({ hasText: full })).toBeVisible()
  await expect(said(full)).toBeAttached()
  await expect(options(page)).toHaveCount(0)
  await press(page, 'Backspace')
  await expect(options(page)).toHaveCount(5)
})

test('1,200 options: 1,000 are shown and search finds the rest, the shortest first; few are in the page', async ({
  page,
}) => {
  const branch = named(page, 'One of 1,200')
  await branch.focus()
  await expect(options(page).first()).toHaveAttribute('aria-setsize', '1000')
  expect(await options(page).count()).toBeLessThan(16)
  await press(page, 'End')
  await expectHighlight(branch, 'branch 00999')
  await expect(await highlighted(branch)).toBeInViewport()
  await page.keyboard.type('branch 0119')
  const kinds = ['Mall 0 5', 'Kiosk 4 9', 'Express 1 6', 'Warehouse 3 8', 'Fuel station 2 7']
  const found = kinds.flatMap((kind) =>
    kind
      .slice(-3)
      .split(' ')
      .map((end) => `${kind.slice(0, -4)} branch 0119${end}`),
  )
  await expect(options(page)).toContainText(found)
  await expect(live(page, '10 results')).toBeAttached()
})

test('several: chips, what is more, removing by button and by key', async ({ page }) => {
  const companies = named(page, 'Companies')
  await expect(shown(page).getByText('and 1 more')).toBeVisible()
  const remove = (name: RegExp) => shown(page).getByRole('button', { name }).first()
  await remove(/^Remove NLF/).focus()
  await press(page, 'Enter')
  await expect(shown(page).getByText('and 1 more')).toHaveCount(0)
  await expect(companies).toHaveAccessibleDescription(/^2 selected: SMC · Sampaguita Market Corp., BHI/)
  await expect(remove(/^Remove SMC/)).toBeFocused()
  await remove(/^Remove BHI/).click()
  await expect(companies).toHaveAttribute('aria-expanded', 'false')
  await companies.focus()
  await expect(shown(page).getByRole('listbox')).toHaveAttribute('aria-multiselectable', 'true')
  await expect(shown(page).getByRole('option', { name: /^SMC/ })).toHaveAttribute('aria-selected', 'true')
  await shown(page).getByRole('option', { name: /^TSI/ }).click()
  await expect(companies).toBeFocused()
  await expect(companies).toHaveAttribute('aria-expanded', 'true')
  await press(page, 'Backspace', 'Backspace', 'Backspace')
  await expect(shown(page).getByRole('listbox').getByRole('option', { selected: true })).toHaveCount(0)
})

test('groups, and a group as a whole', async ({ page }) => {
  const city = named(page, 'City')
  await city.focus()
  await expectHighlight(city, 'Tarlac City')
  await expect(shown(page).getByRole('group', { name: 'Visayas' }).getByRole('option')).not.toHaveCount(0)
  await page.keyboard.type('city')
  await expect(options(page)).toContainText(['Tarlac City', 'Cebu City', 'Iloilo City', 'Davao City'])
  const cities = named(page, 'Cities')
  await cities.focus()
  await expectHighlight(cities, 'Luzon')
  await press(page, 'Enter')
  await expect(cities).toHaveAccessibleDescription(/3 selected: Tarlac City, Lipa, Santa Rosa/)
  await press(page, 'Enter')
  await expect(cities).not.toHaveAccessibleDescription(/selected/)
  await shown(page).getByRole('option', { name: 'Visayas' }).click()
  await expect(cities).toHaveAccessibleDescription(/2 selected: Cebu City, Iloilo City/)
  await shown(page).getByRole('option', { name: 'Bacolod' }).click({ force: true })
  await expect(cities).toHaveAccessibleDescription(/2 selected/)
})

test('tags: a new word becomes an option and a chip, an old one does not', async ({ page }) => {
  const labels = named(page, 'Labels')
  await labels.focus()
  await page.keyboard.type('Raffle ')
  await expect(shown(page).getByText('Press enter to create a tag')).toBeVisible()
  await press(page, 'Enter')
  await expect(shown(page).getByRole('button', { name: 'Remove Raffle' })).toBeVisible()
  await expect(labels).toHaveValue('')
  await press(page, 'ArrowDown')
  await expect(options(page)).toHaveText([/fuel/])
  await page.keyboard.type('FUEL')
  await expect(shown(page).getByText('Press enter to create a tag')).toHaveCount(0)
  await expect(options(page)).toHaveCount(1)
})

test('an asynchronous search shows that it loads and drops answers that were overtaken', async ({ page }) => {
  await page.clock.install()
  const branch = named(page, 'Branch, from the server')
  await branch.focus()
  await expect(shown(page).getByText('Loading…').first()).toBeVisible()
  await page.clock.runFor(1_500)
  await expect(options(page).first()).toContainText('branch 00000')
  await page.keyboard.type('1')
  await page.clock.runFor(300)
  await page.keyboard.type('234')
  await page.clock.runFor(500)
  await expect(options(page).first()).toHaveText(/branch 01234/)
  await page.clock.runFor(5_000)
  await expect(options(page)).toHaveText([/branch 01234/])
  await press(page, 'Enter')
  await expect(branch).toHaveValue('Kiosk branch 01234')
  await press(page, 'ArrowDown')
  await page.keyboard.type('error')
  await page.clock.runFor(5_000)
  await expect(shown(page).getByText('The options could not be loaded.').first()).toBeVisible()
})

test('the mouse: the field opens, the caret toggles, hover highlights, pressing in the list keeps the focus', async ({
  page,
}) => {
  const company = named(page, 'Company')
  await company.click()
  await expect(options(page)).toHaveCount(5)
  await shown(page).getByRole('option', { name: /^BHI/ }).hover()
  await expectHighlight(company, 'BHI')
  await expect(shown(page).getByText('Press enter to select')).toHaveCount(1)
  await shown(page).getByRole('option', { name: /^OLD/ }).click({ force: true })
  await expect(company).toBeFocused()
  await expect(options(page)).toHaveCount(5)
  await shown(page).getByRole('option', { name: /^BHI/ }).click()
  await expect(company).toHaveValue(/BHI/)
  await expect(options(page)).toHaveCount(0)
  const box = await company.boundingBox()
  const caret = { x: (box?.x ?? 0) + (box?.width ?? 0) + 45, y: (box?.y ?? 0) + 10 }
  await page.mouse.click(caret.x, caret.y)
  await expect(options(page)).toHaveCount(5)
  await page.mouse.click(caret.x, caret.y)
  await expect(options(page)).toHaveCount(0)
  await page.mouse.click(caret.x, caret.y)
  await shown(page).getByRole('heading', { name: 'Select', exact: true }).click()
  await expect(options(page)).toHaveCount(0)
})

test('in a panel that scrolls and in a dialog nothing is cut off, and Escape closes one thing at a time', async ({
  page,
}) => {
  const panel = shown(page).getByRole('region', { name: 'Scrolling panel' })
  const inPanel = named(page, 'Company in a panel')
  await inPanel.focus()
  const list = shown(page).getByRole('listbox')
  await expect(shown(page).getByRole('option', { name: /^OLD/ })).toBeInViewport({ ratio: 1 })
  const gap = async () =>
    Math.abs(((await list.boundingBox())?.y ?? 0) - ((await inPanel.boundingBox())?.y ?? 0))
  const before = await gap()
  await panel.evaluate((element) => element.scrollBy(0, 16))
  await expect.poll(gap).toBeCloseTo(before, 0)
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
})

test('open lists are clean in both themes', async ({ page }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const name of ['Company', 'Companies', 'Cities', 'Two companies', 'Late list']) {
      await named(page, name).focus()
      await expect(named(page, name)).toHaveAttribute('aria-expanded', 'true')
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
        .include('[aria-labelledby="select"]')
        .analyze()
      const said = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
      expect(said, `${name}, ${colorScheme}`).toEqual([])
    }
  }
})
