import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { emailOf, fillSignIn, signIn, TEMPORARY_PASSWORD } from './demo-users.ts'
import { press, title } from './page-objects.ts'
import { expect, test } from './test.ts'

const NO_FILE = '/files/00000000-0000-4000-8000-000000000000'
/** Navigates with the router, because a page load takes four times as long. */
const go = (page: Page, path: string) => page.evaluate((to) => history.pushState(null, '', to), path)

test('sign-in with an error, and a new password', async ({ page }) => {
  await page.goto('/login')
  await fillSignIn(page, 'unknown@backoffice.test', 'Wrong#password1')
  await expect(page.getByRole('alert')).toBeVisible()
  await page.getByLabel('Email').fill('x')
  await page.getByLabel('Password').focus()
  await expectAccessible(page)
  await fillSignIn(page, emailOf('new.hire'), TEMPORARY_PASSWORD)
  await expect(title(page, 'Set a new password')).toBeVisible()
  await press(page, 'Set new password')
  await expect(page.getByText('Enter Confirm password')).toBeVisible()
  await expectAccessible(page)
})

test('every block of /components, with its code open', async ({ page }) => {
  test.slow()
  await page.goto('/components', { waitUntil: 'networkidle' })
  await page.getByText('Code', { exact: true }).evaluateAll((summaries) => {
    for (const summary of summaries) if (summary instanceof HTMLElement) summary.click()
  })
  await press(page, 'Break this panel')
  await expect(page.getByText('The files of today could not be shown.')).toBeVisible()
  await expectAccessible(page)
})

// error-views.test.tsx checks the other error views without colours.
test('error, loading and empty states of a screen, and the banner of an unreachable server', async ({
  page,
}) => {
  test.slow()
  await signIn(page, 'agent')
  await go(page, '/audit')
  await expect(title(page, 'No access')).toBeVisible()
  await expectAccessible(page)
  await page.route('**/file_tracker/specific?**', (route) => route.fulfill({ json: { resource: 7 } }))
  await go(page, NO_FILE)
  await expect(title(page, 'Internal Server Error')).toBeVisible()
  await expectAccessible(page)
  await page.unrouteAll()

  await page.route('**/file_tracker?**', (route) => route.fulfill({ json: { resource: { items: 7 } } }))
  await page.goto('/smac_inquiry?tab=file')
  await expect(page.getByText('The tracked files could not be shown.')).toBeVisible()
  await expectAccessible(page)
  await page.unrouteAll()

  const lists = /\/(file_tracker\?|smac_inquiry\/list|dashboard)/
  await page.route(lists, () => new Promise(() => undefined))
  await page.reload()
  await expect(page.getByRole('link', { name: 'From a file' })).toBeVisible()
  await expectAccessible(page)
  await page.unrouteAll({ behavior: 'ignoreErrors' })

  await page.route(lists, (route) => route.fulfill({ status: 500, body: 'no' }))
  await page.reload()
  await expect(page.getByText('The tracked files could not be loaded.')).toBeVisible()
  await page.route(/\/(api|health)\//, (route) => route.abort('connectionrefused'))
  await page.evaluate(() => dispatchEvent(new Event('offline')))
  await expect(page.getByText('The server cannot be reached.', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.unrouteAll()

  await page.route('**/assets/inquiries.route-*.js', (route) => route.fulfill({ status: 404 }))
  await page.reload()
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible()
  await expectAccessible(page)
})
