import { expectAccessible } from './axe.ts'
import { openForm, STAFF } from './form-helpers.ts'
import { expect, test } from './test.ts'

const file = (name: string, kilobytes = 1) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.alloc(kilobytes * 1024),
})

test('validates that files are present, and their extension, size and total size', async ({ page }) => {
  const card = await openForm(page, 'Card list')
  const picker = card.getByLabel('Card file', { exact: true })
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(picker).toHaveAccessibleDescription('Enter Card file')
  await expect(picker).toBeFocused()
  await picker.setInputFiles(file('cards.csv.exe'))
  await expect(picker).toHaveAccessibleDescription(/^Card file is invalid/)
  await picker.setInputFiles(file('cards.CSV'))
  await expect(picker).toHaveAccessibleDescription(/Chosen: cards\.CSV$/)
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(card.getByRole('status')).toContainText('"list":["cards.CSV"]')

  const pictures = page.getByRole('form', { name: 'Pictures' })
  await pictures
    .getByLabel('Pictures', { exact: true })
    .setInputFiles([file('a.png', 100), file('b.png', 101)])
  await expect(pictures.getByText('Pictures is invalid')).toBeVisible()
  await pictures.getByRole('button', { name: 'Remove b.png' }).click()
  await expect(pictures.getByText('Pictures is invalid')).toBeHidden()

  const evidence = page.getByRole('form', { name: 'Evidence' })
  const more = evidence.getByLabel('Evidence', { exact: true })
  await more.setInputFiles(file('one.pdf', 1024))
  await expect(evidence.getByText('File size limit exceeded')).toBeHidden()
  await more.setInputFiles(file('two.pdf', 1))
  await expect(evidence.getByText('File size limit exceeded')).toBeVisible()

  const record = page.getByRole('form', { name: 'Record' })
  await record.getByLabel('More files', { exact: true }).setInputFiles(file('third.pdf', 400))
  await expect(record.getByText(/^Total file size limit per record exceeded/)).toBeVisible()
})

const PNG_16_BY_16 =
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQAQAAAAA3iMLMAAAADElEQVR42mNgIA0AAAAwAAEodEl9AAAAAElFTkSuQmCC'
const PNG_17_BY_16 =
  'iVBORw0KGgoAAAANSUhEUgAAABEAAAAQAQAAAADYSqnyAAAADElEQVR42mNgoAwAAABAAAGJya9DAAAAAElFTkSuQmCC'

test('validates pictures by their decoded size, independent of their name', async ({ page }) => {
  const form = await openForm(page, 'Emblem')
  const picker = form.getByLabel('Store emblem', { exact: true })
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
})

test('is accessible with and without errors in both themes', async ({ page }) => {
  const form = await openForm(page, STAFF)
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('form', { name: 'Evidence' }).getByRole('button', { name: 'Save' }).click()
  await page.getByRole('form', { name: 'Card list' }).getByLabel('Card file').setInputFiles(file('x.csv'))
  await expectAccessible(page, ['section[aria-labelledby="forms"]', 'section[aria-labelledby="files"]'])
})
