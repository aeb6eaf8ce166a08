import type { Page } from '@playwright/test'
import { signIn } from './people.ts'
import { expect, test } from './test.ts'

const dashboard = (page: Page) => page.getByRole('heading', { level: 1, name: 'Operational Dashboard' })

test('who signs in after a sign-out is not led to where the one before was', async ({ page }) => {
  await signIn(page, 'agent')
  await page.goto('/smac_inquiry?search=ticket')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expect(page).toHaveURL('/login')
})

test('a tab that slept through a change of person loads the page for the new one', async ({
  page,
  context,
  browser,
}) => {
  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await signIn(other, 'admin')
  const kept = await other.evaluate(() => Object.entries({ ...localStorage }))
  await elsewhere.close()

  await signIn(page, 'agent')
  const beside = await context.newPage()
  await beside.goto('/builds/latest.json')
  const loaded = page.waitForEvent('load')
  await beside.evaluate((entries) => {
    for (const [key, value] of entries) localStorage.setItem(key, value)
  }, kept)
  await loaded
  await expect(dashboard(page)).toBeVisible()
  await expect(
    page.getByText('admin@backoffice.test').or(page.getByTitle('admin@backoffice.test')).first(),
  ).toBeAttached()
})

test('a browser that keeps nothing for a tab still shows the pages', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(window, 'sessionStorage', {
      get: () => {
        throw new DOMException('Denied', 'SecurityError')
      },
    }),
  )
  await page.goto('/login')
  await page.getByLabel('Email').fill('nobody')
  await page.getByLabel('Password').focus()
  await expect(page.getByText('Invalid email address')).toBeVisible()
})
