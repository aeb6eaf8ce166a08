import { expectAccessible } from './axe.ts'
import { aFile, asUpload } from './card-files.ts'
import { emailOf, fillSignIn, PASSWORD, signIn, TEMPORARY_PASSWORD } from './demo-users.ts'
import { openFiles, runInquiry, uploadFile } from './inquiry-page.ts'
import { press } from './page-objects.ts'
import { expect, test } from './test.ts'

test('sign-in: empty, with an error and with a new password', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByLabel('Email')).toBeVisible()
  await expectAccessible(page)
  await fillSignIn(page, 'unknown@backoffice.test', 'Wrong#password1')
  await expect(page.getByRole('alert')).toBeVisible()
  await page.getByLabel('Email').fill('x')
  await page.getByLabel('Password').focus()
  await expectAccessible(page)
  await fillSignIn(page, emailOf('new.hire'), TEMPORARY_PASSWORD)
  await expect(page.getByRole('heading', { level: 1, name: 'Set a new password' })).toBeVisible()
  await expectAccessible(page)
  await press(page, 'Set new password')
  await expect(page.getByText('Enter Confirm password')).toBeVisible()
  await expectAccessible(page)
})

test('forgot password and reset', async ({ page }) => {
  await page.goto('/forgot-password')
  await expectAccessible(page)
  await page.getByLabel('Email').fill('unknown.user@backoffice.test')
  await press(page, 'Send code')
  await expect(page.getByRole('heading', { level: 1, name: 'Reset password' })).toBeVisible()
  await expectAccessible(page)
})

test('every block of /components, with its code closed and open', async ({ page }) => {
  test.slow()
  await page.goto('/components', { waitUntil: 'networkidle' })
  await expectAccessible(page)
  await page.getByText('Code', { exact: true }).evaluateAll((summaries) => {
    for (const summary of summaries) if (summary instanceof HTMLElement) summary.click()
  })
  await press(page, 'Break this panel')
  await expect(page.getByText('The files of today could not be shown.')).toBeVisible()
  await expectAccessible(page)
})

test('the dialogs of /components', async ({ page }) => {
  test.slow()
  await page.goto('/components', { waitUntil: 'networkidle' })
  for (const [opener, name] of [
    ['Choose columns', 'Columns'],
    ['Choose in a dialog', 'Choose a company'],
    ['Search or jump to…', 'Search or jump to'],
    ['Shortcuts', 'Shortcuts'],
  ] as const) {
    await press(page, opener)
    await expect(page.getByRole('dialog', { name })).toBeVisible()
    await expectAccessible(page, 'dialog[open]')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name })).toBeHidden()
  }
})

test('dashboard, no access and not found', async ({ page }) => {
  await signIn(page, 'viewer')
  await expect(page.getByText(/^received/)).toBeVisible()
  await expectAccessible(page)
  await page.goto('/smac_inquiry')
  await expect(page.getByRole('heading', { name: 'No access' })).toBeVisible()
  await expectAccessible(page)
  await page.goto('/nowhere')
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  await expectAccessible(page)
})

test('an error view, and the banner of an unreachable server', async ({ page }) => {
  await signIn(page, 'agent')
  await page.route('**/file_tracker/specific?**', (route) => route.fulfill({ json: { resource: 7 } }))
  await page.goto('/files/00000000-0000-4000-8000-000000000000')
  await expect(page.getByRole('heading', { name: 'Internal Server Error' })).toBeVisible()
  await expectAccessible(page)
  await page.goto('/smac_inquiry')
  await expect(page.getByRole('heading', { level: 1, name: 'SMAC Inquiry' })).toBeVisible()
  await page.route(/\/(api|health)\//, (route) => route.abort('connectionrefused'))
  await page.evaluate(() => dispatchEvent(new Event('offline')))
  await expect(page.getByText('The server cannot be reached.', { exact: true })).toBeVisible()
  await expectAccessible(page)
})

test('every error, loading and empty state of a screen', async ({ page }) => {
  test.slow()
  await signIn(page, 'agent')
  const title = page.getByRole('heading', { level: 1 })
  await page.goto('/files/00000000-0000-4000-8000-000000000000')
  await expect(title).toHaveText('File not found')
  await expectAccessible(page)
  const file = '**/file_tracker/specific?**'
  await page.route(file, (route) => route.fulfill({ status: 403, body: 'no' }))
  await page.reload()
  await expect(page.getByText(/^Request [0-9a-f-]{36}$/)).toBeVisible()
  await expectAccessible(page)

  const lists = /\/(file_tracker\?|smac_inquiry\/list|dashboard)/
  const inquiry = page.getByRole('link', { name: 'SMAC Inquiry' }).first()
  await page.route(lists, () => new Promise(() => undefined))
  await inquiry.click()
  await expect(title).toHaveText('SMAC Inquiry')
  await page.getByRole('link', { name: 'From a file' }).click()
  await expectAccessible(page)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.route(lists, (route) => route.fulfill({ status: 500, body: 'no' }))
  await page.reload()
  await expect(page.getByText('The tracked files could not be loaded.')).toBeVisible()
  await expectAccessible(page)
  await page.unrouteAll()
  await page.route('**/file_tracker?**', (route) => route.fulfill({ json: { resource: { items: 7 } } }))
  await page.reload()
  await expect(page.getByText('The tracked files could not be shown.')).toBeVisible()
  await expectAccessible(page)

  await page.route('**/assets/smac_inquiry-*.js', (route) => route.fulfill({ status: 404 }))
  await page.reload()
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible()
  await expectAccessible(page)
})

test('the offer of a new version, and the notifications', async ({ page }) => {
  await page.clock.install()
  await signIn(page, 'auditor')
  await page.route('**/builds/latest.json?*', (route) =>
    route.fulfill({ json: { id: 'a-newer-build', timestamp: 1 } }),
  )
  // Run the idle callbacks.
  await page.clock.runFor(100)
  await page.clock.fastForward('06:00')
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByText('A new version is ready.')).toBeVisible()
  await expectAccessible(page)
  await press(page, 'Notifications')
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible()
  await expectAccessible(page)
})

test('a file from dry run to result, and the lists', async ({ page }) => {
  await signIn(page, 'agent', '/smac_inquiry')
  await uploadFile(page, asUpload(aFile(20, { invalid: true, duplicate: true, undated: true }), 'axe'))
  await page.getByRole('button', { name: 'Run inquiry' }).click()
  await expect(page.getByText('Select Purpose')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByLabel('Date from').fill('2026-10-01')
  await page.getByLabel('Date to').fill('2026-10-20')
  await runInquiry(page)
  await expect(page.getByText('Completed with errors')).toBeVisible()
  await expectAccessible(page)
  await openFiles(page)
  await expect(page.getByRole('table', { name: 'Tracked files' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Past inquiries' }).click()
  await expect(page.getByRole('table', { name: 'Past inquiries' })).toBeVisible()
  await expectAccessible(page)
})

test('on a narrow screen the menu opens over the content and restores the focus', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/login')
  await fillSignIn(page, emailOf('agent'), PASSWORD)
  await expect(page.getByText(/^received/)).toBeVisible()
  const open = page.getByRole('button', { name: 'Open menu' })
  await open.click()
  await expect(page.getByRole('button', { name: 'Close menu' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(open).toBeFocused()
  await open.click()
  await page.getByRole('link', { name: 'SMAC Inquiry' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'SMAC Inquiry' })).toBeVisible()
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
})
