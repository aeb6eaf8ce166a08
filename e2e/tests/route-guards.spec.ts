import type { Page } from '@playwright/test'
import { emailOf, fillSignIn, PASSWORD, signIn, startSession } from './demo-users.ts'
import { holdToastTimers, typeUnsaved } from './page-objects.ts'
import { expect, test } from './test.ts'

const barred = 'Unauthorized Access'

// permission-matrix.spec.ts opens both paths without the modules.
test('/users without its module redirects to the dashboard with a toast', async ({ page }) => {
  await startSession(page, 'agent')
  await holdToastTimers(page)
  await page.goto('/users')
  const toast = page.getByRole('alert').filter({ hasText: barred })
  await expect(toast).toHaveCount(1)
  await expect(page).toHaveURL('/operational_dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Operational Dashboard' })).toBeVisible()
  const at = await toast.boundingBox()
  expect(at && at.x + at.width > 900 && at.y > 600).toBe(true)

  await test.step('only /users and /lookup redirect', async () => {
    for (const path of ['/users/users_list', '/lookup/tenders', '/users2']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page).toHaveURL(path)
      await expect(page.getByText(barred)).toHaveCount(0)
    }
  })
})

async function withAccess(page: Page, modules: string[], policies: string[]): Promise<void> {
  await page.route('**/role/access-policy', (route) =>
    route.fulfill({ json: { resource: { modules, policies } } }),
  )
}

test('without the dashboard, sign-in, / and the button of a 403 lead to the first screen of the role', async ({
  page,
}) => {
  await withAccess(page, ['Users'], ['policy:view'])
  await page.goto('/login')
  await fillSignIn(page, emailOf('access'), PASSWORD)
  const policies = page.getByRole('heading', { level: 1, name: 'Policies' })
  await expect(policies).toBeVisible()
  await expect(page).toHaveURL('/users/users_policies')
  for (const path of ['/', '/users']) {
    await page.goto(path)
    await expect(policies).toBeVisible()
    await expect(page).toHaveURL('/users/users_policies')
  }
  await page.goto('/operational_dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'No access' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to Policies' }).click()
  await expect(policies).toBeVisible()
  // Without Lookup it redirects once to the start screen.
  await page.goto('/lookup')
  await expect(page.getByRole('alert').filter({ hasText: barred })).toHaveCount(1)
  await expect(page).toHaveURL('/users/users_policies')
})

test('the sidebar and the tabs deny the same lists with the toast', async ({ page }) => {
  await withAccess(page, ['Users'], ['role:view'])
  await startSession(page, 'access')
  await page.goto('/users/users_roles')
  await expect(page.getByRole('heading', { level: 1, name: 'Roles' })).toBeVisible()
  for (const name of ['Main', 'Access']) {
    const links = page.getByRole('navigation', { name, exact: true })
    await expect(links.locator('[data-denied]')).toHaveText(['Users', 'Policies'])
  }
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Users' }).press('Enter')
  await expect(page.getByText('User is not auhorized to perform this action.')).toHaveCount(1)
  await expect(page).toHaveURL('/users/users_roles')
})

test('signing out with unsaved changes warns once, without a prompt of the browser', async ({ page }) => {
  await signIn(page, 'lookup', '/lookup/tenders/create')
  let browserPrompts = 0
  page.on('dialog', (dialog) => {
    browserPrompts += 1
    void dialog.accept()
  })
  const name = page.getByLabel('Tender name')
  await typeUnsaved(page, 'Tender name', 'OPS-7')
  const leave = page.getByRole('button', { name: 'Sign out' })
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })

  await leave.click()
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(question).toBeHidden()
  await expect(name).toHaveValue('OPS-7')

  await leave.click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  expect(browserPrompts).toBe(0)
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
})
