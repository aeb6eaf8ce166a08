import { signIn } from './demo-users.ts'
import { expect, test } from './test.ts'

test('the navigation lists the screens of the role only', async ({ page }) => {
  await signIn(page, 'viewer')
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  await expect(links).toHaveText(['Operational Dashboard'])
  // The figures are for all; the way to the list is not.
  await expect(page.getByText('received today')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Under way' })).toHaveCount(0)
})

test('an action without its permission is shown disabled and answers with a toast', async ({ page }) => {
  await signIn(page, 'auditor')
  await page.getByRole('link', { name: 'SMAC Inquiry' }).click()
  const upload = page.getByRole('button', { name: 'Upload file' })
  await expect(upload).toHaveAttribute('aria-disabled', 'true')
  await upload.focus()
  await expect(upload).toBeFocused()
  // By keyboard: a click would wait for it to be enabled.
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  const toast = page.getByText('User is not auhorized to perform this action.')
  await expect(toast).toHaveCount(1)
  await expect(toast).toBeHidden()
})

test('a missing file shows a message', async ({ page }) => {
  await signIn(page, 'agent')
  await page.goto('/files/00000000-0000-4000-8000-000000000000')
  await expect(page.getByRole('heading', { level: 1, name: 'File not found' })).toBeVisible()
})
