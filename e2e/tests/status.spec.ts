import { expectAccessible } from './axe.ts'
import { signIn } from './demo-users.ts'
import { title } from './page-objects.ts'
import { expect, test } from './test.ts'

// status.route.test.tsx tests refreshes and failures, permission-matrix.spec.ts the access.
test('an administrator sees the processes, their dependencies and their work', async ({ page }) => {
  await signIn(page, 'admin')
  await page.getByRole('link', { name: 'Status' }).click()
  await expect(page).toHaveURL('/status')
  await expect(title(page, 'Status')).toBeVisible()
  const processes = page.getByRole('table', { name: 'Processes' }).getByRole('row')
  await expect(processes.filter({ hasText: 'Web' }).first()).toContainText(/\d MB/)
  await expect(processes.filter({ hasText: 'Worker' }).first()).toContainText('of 6')
  for (const part of ['Database', 'Job queue', 'File storage', 'Sign-in keys'])
    await expect(page.getByRole('listitem').filter({ hasText: part })).toContainText('Up')
  await expect(page.getByText('Completed with errors')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})
