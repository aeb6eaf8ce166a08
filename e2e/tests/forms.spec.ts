import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { waitUntilInteractive } from './page-objects.ts'
import { expect, test } from './test.ts'

const form = (page: Page, name: string) => page.getByRole('form', { name })
const file = (name: string) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.alloc(1024) })

test.beforeEach(async ({ page }) => {
  await page.goto('/components')
  await waitUntilInteractive(page)
})

test('focuses the first error, takes a date by its digits and is accessible in both themes', async ({
  page,
}) => {
  const staff = form(page, 'New member of staff')
  const password = staff.getByLabel('First password')
  await password.fill('a')
  await staff.getByRole('button', { name: 'Show first password' }).click()
  await expect(password).toBeFocused()
  await staff.getByLabel('Given name').fill('Maria')
  await staff.getByRole('button', { name: 'Save' }).click()
  await expect(staff.getByLabel('Work email')).toBeFocused()
  await expect(staff.getByLabel('Work email')).toHaveAccessibleDescription('Enter Work email')

  const day = form(page, 'New tender').getByLabel('Starts on')
  await day.pressSequentially('1/12/2026')
  await expect(day).toHaveAccessibleDescription('')
  await day.press('Enter')
  await expect(day).toHaveValue('1 Dec 2026')
  await day.fill('2025-12-01')
  await day.blur()
  await expect(day).toHaveAccessibleDescription('Before this year')

  const cards = form(page, 'Card list')
  await form(page, 'Evidence').getByRole('button', { name: 'Save' }).click()
  await cards.getByRole('button', { name: 'Save' }).click()
  await expect(cards.getByLabel('Card file')).toBeFocused()
  await cards.getByLabel('Card file').setInputFiles(file('x.csv'))
  await expect(cards.getByLabel('Card file')).toHaveAccessibleDescription('Chosen: x.csv')
  await expectAccessible(page, ['section[aria-labelledby="forms"]', 'section[aria-labelledby="files"]'])

  await test.step('validates pictures by their decoded size, independent of their name', () =>
    checksPictures(page))
})

/** Black, one bit a pixel. */
const PNG_16_BY_16 =
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQAQAAAAA3iMLMAAAADElEQVR42mNgIA0AAAAwAAEodEl9AAAAAElFTkSuQmCC'
const PNG_17_BY_16 =
  'iVBORw0KGgoAAAANSUhEUgAAABEAAAAQAQAAAADYSqnyAAAADElEQVR42mNgoAwAAABAAAGJya9DAAAAAElFTkSuQmCC'

async function checksPictures(page: Page): Promise<void> {
  const picker = form(page, 'Emblem').getByLabel('Store emblem', { exact: true })
  const choose = (name: string, base64: string) =>
    picker.setInputFiles({ name, mimeType: 'image/png', buffer: Buffer.from(base64, 'base64') })
  await choose('17.png', PNG_17_BY_16)
  await expect(picker).toHaveAccessibleDescription(/^Store emblem is invalid/)
  await choose('16.png', PNG_16_BY_16)
  await expect(picker).toHaveAccessibleDescription('Chosen: 16.png')
  await choose('no-picture.png', Buffer.from('not a picture').toString('base64'))
  await expect(picker).toHaveAccessibleDescription(/^Store emblem is invalid/)
  await choose('16.webp', PNG_16_BY_16)
  await expect(picker).toHaveAccessibleDescription(/^Store emblem is invalid.*16\.webp/)
}
