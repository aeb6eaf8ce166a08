import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { aFile, asUpload } from './card-files.ts'
import { signIn } from './demo-users.ts'
import { holdResponses, press, typeUnsaved, uploadFile } from './page-objects.ts'
import { expect, test } from './test.ts'

const field = (page: Page) => page.getByRole('combobox', { name: 'Search or jump to' })
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
}

async function chooseByPalette(page: Page, upload: ReturnType<typeof asUpload>): Promise<void> {
  // Register first, because the browser reports dialogs only after a delay.
  const chooser = page.waitForEvent('filechooser')
  await openPalette(page)
  await field(page).fill('upload')
  await page.keyboard.press('Enter')
  await (await chooser).setFiles(upload)
}

test('the palette: arrows and Enter navigate, and what is not found, fails or looks like a card number', async ({
  page,
}) => {
  await signIn(page, 'agent')
  await openPalette(page)
  // Without a query it lists everything.
  await expect(option(page, /^Operational Dashboard/)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(option(page, /^SMAC Inquiry/)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(option(page, /^Sign out/)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.type('smac')
  await expect(page.getByRole('option')).toHaveText([/^SMAC Inquiry/])
  await page.keyboard.press('Enter')
  await expect(heading(page, 'SMAC Inquiry')).toBeVisible()
  await expect(page.getByLabel('Card number')).toBeFocused()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await test.step('the last used entry comes first', async () => {
    await openPalette(page)
    await expect(page.getByRole('group', { name: 'Recent' }).getByRole('option')).toHaveText([
      /^SMAC Inquiry/,
    ])
    await field(page).fill('dashboard')
    await page.keyboard.press('Enter')
    await expect(heading(page, 'Operational Dashboard')).toBeFocused()
  })
  await test.step('a failed search shows an error; other results still work', async () => {
    let requests = 0
    await page.route('**/operations/search', (route) => {
      requests += 1
      return route.fulfill({ status: 500, body: '{}' })
    })
    await openPalette(page)
    await field(page).fill('smac')
    await expect(page.getByRole('alert')).toContainText('Records could not be searched.')
    const before = requests
    await option(page, 'Search again').click()
    await expect.poll(() => requests).toBeGreaterThan(before)
    await expect(page.getByRole('alert')).toContainText('Records could not be searched.')
    await expect(field(page)).toBeFocused()
    // Further typing selects the first entry again.
    await page.keyboard.type(' inq')
    await expect(option(page, /^SMAC Inquiry/)).toHaveAttribute('aria-selected', 'true')
    await page.unroute('**/operations/search')
    await field(page).fill('zzzz')
    await expect(page.getByRole('dialog').getByRole('status')).toContainText('Nothing found for “zzzz”')
    await expectAccessible(page, 'dialog[open]')
  })
  await test.step('a card number is neither searched nor stored', async () => {
    const addresses: string[] = []
    page.on('request', (request) => addresses.push(`${request.url()} ${request.postData() ?? ''}`))
    await field(page).fill('9990 0000 0000 001')
    await expect(page.getByRole('alert')).toContainText('This looks like a card number')
    await field(page).fill('9990 0000 0000 0011')
    await expect(page.getByRole('option')).toHaveText(['Run inquiry for card •••• 0011'])
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Card number')).toHaveValue('9990000000000011')
    await expect(page.getByLabel('Purpose')).toBeFocused()
    await expect(page).toHaveURL('/smac_inquiry')
    expect(await page.title()).not.toMatch(/999/)
    expect(addresses.filter((address) => /9990(?:[ +]|%20)?0000/.test(address))).toEqual([])
  })
})

test('choosing to stay with unsaved changes uploads nothing; a file is found by name', async ({ page }) => {
  await signIn(page, 'agent', '/smac_inquiry')
  const stayed = asUpload(aFile(3), 'stayed-at')
  await uploadFile(page, stayed)
  await typeUnsaved(page, 'Ticket number', 'OPS-7')
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/generate_presigned_url')) sent += 1
  })
  const upload = asUpload(aFile(4), 'chosen-after-all')
  await chooseByPalette(page, upload)
  await press(page, 'Stay')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  expect(sent).toBe(0)
  await chooseByPalette(page, upload)
  await press(page, 'Leave')
  await expect(heading(page, upload.name)).toBeVisible()
  expect(sent).toBe(1)

  await test.step('outdated responses of the search are dropped', async () => {
    let requests = 0
    await page.route('**/operations/search', async (route) => {
      requests += 1
      // The first reply arrives after the second request.
      if (requests === 1) await expect.poll(() => requests).toBeGreaterThan(1)
      await route.continue().catch(() => undefined)
    })
    await openPalette(page)
    await field(page).fill('zzz')
    await expect.poll(() => requests).toBe(1)
    await field(page).fill(stayed.name)
    await expect(page.getByRole('group', { name: 'Files' }).getByRole('option')).toHaveCount(1)
    await option(page, stayed.name).click()
    await expect(heading(page, stayed.name)).toBeFocused()
  })
})

test('an action runs; Escape restores the focus; a file is chosen before the screen that opens it has loaded', async ({
  page,
}) => {
  const arrive = await holdResponses(page, /\/smac_inquiry-[^/]+\.js/)
  await signIn(page, 'agent')
  const button = page.getByRole('button', { name: 'Search or jump to…' })
  await button.click()
  await field(page).fill('dark')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(button).toBeFocused()
  await button.press('Enter')
  await field(page).fill('system theme')
  // The theme belongs to the account, so restore it for other tests.
  const saved = page.waitForResponse((reply) => reply.request().method() === 'PATCH' && reply.ok())
  await page.keyboard.press('Enter')
  await saved
  await expect(page.locator('html')).not.toHaveAttribute('data-theme')
  await button.press('Enter')
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(button).toBeFocused()

  const registered = page.waitForResponse('**/smac_file_upload')
  const upload = asUpload(aFile(3), 'from-elsewhere')
  await chooseByPalette(page, upload)
  await registered
  arrive()
  await expect(heading(page, upload.name)).toBeVisible()

  await openPalette(page)
  await field(page).fill('sign out')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Sign in')).toBeVisible()
})

test('shortcuts navigate, except while typing; their sheet stays open while toasts load, and disables them', async ({
  page,
}) => {
  const stylesheet = /\/toast[^/]*\.css/
  const slow = Promise.withResolvers<void>()
  await page.clock.install()
  await page.route(stylesheet, (route) => slow.promise.then(() => route.continue()))
  const request = page.waitForRequest(stylesheet)
  await signIn(page, 'agent')
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Shortcuts' })
  await expect(sheet.getByText('SMAC Inquiry')).toBeVisible()
  await expectAccessible(page, 'dialog[open]')
  await test.step('it stays open while the toasts are preloaded', async () => {
    await page.clock.runFor(5_000)
    await request
    await expect(sheet).toBeVisible()
    const loaded = page.waitForResponse(stylesheet)
    slow.resolve()
    await loaded
    await expect(sheet).toBeVisible()
  })
  const goToInquiry = async () => {
    await page.keyboard.press('g')
    await page.keyboard.press('i')
  }
  // A dialog disables the keys of the page.
  await goToInquiry()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await expect(page).toHaveURL('/operational_dashboard')
  await sheet.getByRole('checkbox').uncheck()
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await goToInquiry()
  await page.keyboard.press('?')
  await openPalette(page)
  await expect(heading(page, 'Operational Dashboard')).toBeAttached()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Shortcuts' }).click()
  await sheet.getByRole('checkbox').check()
  await sheet.getByRole('button', { name: 'Close' }).click()
  await goToInquiry()
  await expect(page.getByLabel('Card number')).toBeFocused()

  await page.getByRole('link', { name: 'From a file' }).press('Enter')
  const search = page.getByRole('searchbox', { name: 'Search by file name' })
  await expect(search).toBeVisible()
  await page.keyboard.press('/')
  await expect(search).toBeFocused()
  await page.keyboard.type('gd?/')
  await expect(search).toHaveValue('gd?/')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(heading(page, 'SMAC Inquiry')).toBeVisible()
  // With Ctrl it also works in a field, and returns the focus to it.
  await openPalette(page)
  await page.keyboard.type('?')
  await expect(sheet).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(search).toBeFocused()
})
