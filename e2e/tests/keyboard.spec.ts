import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { aFile, asUpload } from './card-files.ts'
import { emailOf, PASSWORD, signIn } from './demo-users.ts'
import { holdResponses, tabTo, uploadFile } from './page-objects.ts'
import { expect, test } from './test.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('the main job works by keyboard alone', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.keyboard.type(emailOf('agent'))
  await page.keyboard.press('Tab')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Operational Dashboard' })).toBeVisible()

  await tabTo(page, 'link', 'SMAC Inquiry')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Card number')).toBeFocused()
  await tabTo(page, 'link', 'From a file')
  await page.keyboard.press('Enter')
  const chooser = page.waitForEvent('filechooser')
  await tabTo(page, 'button', 'Upload file')
  await page.keyboard.press('Enter')
  const upload = asUpload(aFile(6), 'keyboard')
  await (await chooser).setFiles(upload)

  await expect(page.getByRole('heading', { level: 1, name: upload.name })).toBeVisible()
  await tabTo(page, 'combobox', 'Purpose')
  await page.keyboard.press('R')
  await tabTo(page, 'textbox', 'Ticket number')
  await page.keyboard.type('INC-20418')
  await tabTo(page, 'button', 'Run inquiry')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'All 6', exact: true })).toBeVisible()
  await tabTo(page, 'button', 'Download result')
  const download = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  await download
})

test('by keyboard: opens a file from the palette, cancels and confirms its dialog, opens its notification', async ({
  page,
}) => {
  await signIn(page, 'agent', '/smac_inquiry')
  const upload = asUpload(aFile(3), 'by-keys')
  await uploadFile(page, upload)
  // Wait for the end of the dry run, which would change the file before the cancel.
  await expect(page.getByRole('button', { name: 'Run inquiry' })).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('d')
  await expect(heading(page, 'Operational Dashboard')).toBeFocused()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toBeFocused()
  await page.keyboard.type(upload.name)
  await expect(page.getByRole('option', { name: upload.name })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(heading(page, upload.name)).toBeFocused()

  await tabTo(page, 'button', 'Cancel')
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Cancel this file?' })
  await expect(question.getByRole('button', { name: 'Go back' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(page.getByRole('button', { name: 'Cancel', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question.getByRole('button', { name: 'Go back' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The file did not run.')).toBeVisible()

  await tabTo(page, 'button', 'Notifications, 1 new')
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  await expect(panel.getByText('File cancelled')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(panel.getByRole('button', { name: 'Clear all' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(panel.getByText('No notifications')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Notifications' })).toBeFocused()
})

test('by keyboard: searches, filters and pages through a list, whose URL follows the input', async ({
  page,
}) => {
  await signIn(page, 'agent')
  await page.route('**/file_tracker?**', async (route) => {
    const response = await route.fetch()
    const { resource } = await response.json()
    const query = new URL(route.request().url()).searchParams
    // Pretend that there are several pages.
    const total = query.has('search') || query.get('filters')?.includes('state') ? resource.total : 45
    await route.fulfill({
      response,
      json: {
        resource: {
          ...resource,
          total,
          page: Number(query.get('page')),
          next: total > 25 && query.get('page') === '1' ? 'next' : null,
        },
      },
    })
  })
  await page.keyboard.press('g')
  await page.keyboard.press('i')
  await expect(page.getByLabel('Card number')).toBeFocused()
  await page.getByRole('link', { name: 'From a file' }).press('Enter')
  await expect(page.getByRole('searchbox', { name: 'Search by file name' })).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('no such file')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/q=no/)
  await tabTo(page, 'button', 'Filter')
  await page.keyboard.press('Enter')
  const fields = page.getByRole('dialog', { name: 'Filters of Tracked files' })
  await expect(fields.getByRole('button', { name: 'Name' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(fields.getByRole('checkbox', { name: 'Uploading' })).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/f\.state=PENDING_UPLOAD/)
  await expect(page.getByText('No file matches')).toBeVisible()
  await tabTo(page, 'button', 'Clear')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/smac_inquiry\?tab=file$/)

  await tabTo(page, 'button', 'Next page')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Page 2 of 2')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Next page' }).first()).toBeFocused()
  await tabTo(page, 'combobox', 'Rows per page')
  await page.keyboard.type('50')
  await expect(page).toHaveURL(/size=50/)

  await test.step('input is kept while the URL follows it', async () => {
    const search = page.getByRole('searchbox', { name: 'Search by file name' })
    const release = await holdResponses(page, /file_tracker\?.*search=/)
    const request = page.waitForRequest(/file_tracker\?.*search=no/)
    await search.fill('no ')
    await request
    await search.pressSequentially('such')
    release()
    await expect(page).toHaveURL(/q=no(\+|%20)such/)
    await expect(search).toHaveValue('no such')
    // A change from elsewhere replaces the input.
    await page.getByRole('link', { name: 'From a file' }).click()
    await expect(search).toHaveValue('')
  })
})

test('by keyboard: corrects and submits an invalid form, which warns before leaving', async ({ page }) => {
  const arrive = await holdResponses(page, '**/assets/palette-*.js')
  await signIn(page, 'agent', '/smac_inquiry')
  await uploadFile(page, asUpload(aFile(4, { invalid: true, duplicate: true }), 'held-back'))
  const purpose = page.getByLabel('Purpose')
  await tabTo(page, 'button', 'Run inquiry')
  await page.keyboard.press('Enter')
  await expect(purpose).toBeFocused()
  await expect(purpose).toHaveAccessibleDescription('Select Purpose')
  await expectAccessible(page)
  await page.keyboard.press('M')
  await expect(purpose).toHaveAccessibleDescription('')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Ticket number')).toBeFocused()

  // Keys typed before the palette opens must reach it instead of the form.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('dash')
  await page.keyboard.press('Enter')
  arrive()
  await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toBeFocused()
  await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toHaveValue('dash')
  await expect(page.getByLabel('Ticket number')).toHaveValue('')
  await page.keyboard.type('board')
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await expect(question.getByRole('button', { name: 'Stay' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question).toBeHidden()
  await expect(purpose).toHaveValue(/./)

  await purpose.focus()
  await page.keyboard.press('Tab')
  await page.keyboard.type('OPS-1')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Completed with errors')).toBeVisible()
  await expectAccessible(page)
  await page.evaluate(() => history.pushState(null, '', '/smac_inquiry?tab=past'))
  await expect(page.getByRole('table', { name: 'Past inquiries' })).toBeVisible()
  await expectAccessible(page)
})

test('by keyboard: skips to the content, and returns from a 404 and a 403', async ({ page }) => {
  await signIn(page, 'viewer', '/nowhere')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  for (const [path, title] of [
    ['/nowhere', 'Page Not Found'],
    ['/smac_inquiry', 'No access'],
  ] as const) {
    await page.evaluate((to) => history.pushState(null, '', to), path)
    await expect(heading(page, title)).toBeVisible()
    await tabTo(page, 'link', 'Go to the dashboard')
    await page.keyboard.press('Enter')
    await expect(heading(page, 'Operational Dashboard')).toBeFocused()
  }
  // The palette lists only screens and actions that the user may use.
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('option', { name: /^Operational Dashboard/ })).toBeVisible()
  await expect(page.getByRole('option', { name: /^SMAC Inquiry|^Upload file/ })).toHaveCount(0)
})

test('by keyboard on a narrow screen: uses menu, theme and sign-out', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, 'agent')
  const open = page.getByRole('button', { name: 'Open menu' })
  await tabTo(page, 'button', 'Open menu')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Close menu' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(open).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Close menu' })).toBeFocused()
  await tabTo(page, 'link', 'SMAC Inquiry')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Card number')).toBeFocused()
  await expect(page.getByRole('button', { name: 'Close menu' })).toBeHidden()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)

  await tabTo(page, 'button', 'Open menu')
  await page.keyboard.press('Enter')
  await tabTo(page, 'radio', 'System theme')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Dark theme' })).toBeChecked()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  // The theme belongs to the account, so restore it for other tests.
  const saved = page.waitForResponse(
    (reply) => reply.request().postDataJSON()?.theme === 'system' && reply.ok(),
  )
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await saved
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Sign in')).toBeVisible()
})
