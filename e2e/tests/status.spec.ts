import { expectAccessible } from './axe.ts'
import { signIn } from './demo-users.ts'
import { title } from './page-objects.ts'
import { expect, test } from './test.ts'

const REPLY = '**/api/operations/status'

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

test('refreshes by itself, and keeps its data with a message if that fails', async ({ page }) => {
  await signIn(page, 'auditor')
  await page.clock.install()
  await page.goto('/status')
  await expect(page.getByRole('cell', { name: 'Web' }).first()).toBeVisible()
  let requests = 0
  await page.route(REPLY, (route) => {
    requests += 1
    return route.fulfill({ status: 500, json: {} })
  })
  await page.clock.fastForward(11_000)
  await expect.poll(() => requests).toBeGreaterThan(0)
  await page.clock.fastForward(2_000)
  await expect(page.getByText('The status could not be refreshed')).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Web' }).first()).toBeVisible()
  await page.unroute(REPLY)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByText('The status could not be refreshed')).toHaveCount(0)
})

test('a failed load shows a message and can be retried', async ({ page }) => {
  await signIn(page, 'admin')
  await page.route(REPLY, (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/status')
  await expect(page.getByText('The status could not be loaded.')).toBeVisible()
  await page.unroute(REPLY)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('table', { name: 'Processes' })).toBeVisible()
})

test('other users have no access', async ({ page }) => {
  await signIn(page, 'supervisor')
  await expect(page.getByRole('link', { name: 'Status' })).toHaveCount(0)
  await page.goto('/status')
  await expect(title(page, 'No access')).toBeVisible()
})
