import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { aFile, asUpload } from './card-files.ts'
import { emailOf, signIn } from './demo-users.ts'
import { typeUnsaved, uploadFile } from './page-objects.ts'
import { expect, test } from './test.ts'

const SCREEN = /\/assets\/inquiries\.route-[^/]+\.js/
const ACCOUNT = /\/assets\/account\.route-[^/]+\.js/

/** Paths of pages that are loaded from the server after this call. */
function pageLoads(page: Page): string[] {
  const paths: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) paths.push(new URL(request.url()).pathname)
  })
  return paths
}

async function deploy(page: Page): Promise<void> {
  // Run the idle callbacks.
  await page.clock.runFor(100)
  await page.route('**/builds/latest.json?*', (route) =>
    route.fulfill({ json: { id: 'a-newer-build', timestamp: 1 } }),
  )
  await page.route('**/builds/meta/a-newer-build.json', (route) => route.fulfill({ status: 404 }))
}

const offer = (page: Page) => page.getByRole('status').filter({ hasText: 'A new version is ready.' })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('a tab that becomes visible after five minutes checks for a newer build at once', async ({ page }) => {
  await page.clock.install()
  await signIn(page, 'agent')
  await deploy(page)
  const comeBack = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await page.clock.fastForward('04:00')
  await comeBack()
  await page.clock.fastForward('01:10')
  await expect(offer(page)).toHaveCount(0)
  await comeBack()
  await expect(offer(page)).toBeVisible()
  await page.getByRole('button', { name: 'Notifications' }).click()
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  const loads = pageLoads(page)
  await offer(page).getByRole('button', { name: 'Reload' }).click()
  await expect.poll(() => loads).toEqual(['/operational_dashboard'])
})

test('a screen whose chunk is missing reloads once at its own path, then shows an error', async ({
  page,
  context,
}) => {
  await page.clock.install()
  // A page fetches the code of other screens ahead.
  await page.route(ACCOUNT, (route) => route.abort())
  await signIn(page, 'admin')
  await page.route(SCREEN, (route) => route.fulfill({ status: 404 }))
  const loads = pageLoads(page)
  await page.getByRole('link', { name: 'SMAC Inquiry' }).click()
  await expect(heading(page, 'Internal Server Error')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible()
  expect(loads).toEqual(['/smac_inquiry'])

  // Neither ten seconds nor a navigation and back cause a second reload.
  await page.clock.fastForward('00:11')
  await page.getByRole('link', { name: 'Operational Dashboard' }).click()
  await expect(heading(page, 'Operational Dashboard')).toBeVisible()
  await page.getByRole('link', { name: 'SMAC Inquiry' }).click()
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible()
  expect(loads).toEqual(['/smac_inquiry'])

  await page.unroute(SCREEN)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(heading(page, 'SMAC Inquiry')).toBeVisible()
  expect(loads).toEqual(['/smac_inquiry'])

  await test.step('a navigation while offline does not reload and completes when back online', async () => {
    await context.setOffline(true)
    await page.unroute(ACCOUNT)
    await page.getByRole('link', { name: emailOf('admin') }).click()
    await expect(heading(page, 'This page could not be loaded')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Reload' })).toHaveCount(0)
    await context.setOffline(false)
    await expect(heading(page, 'Account')).toBeVisible()
    expect(loads).toEqual(['/smac_inquiry'])
  })
  await test.step('a dialog whose chunk fails shows an error in its place and does not reload', async () => {
    await page.getByRole('link', { name: 'Tenders', exact: true }).click()
    await page.route(/\/assets\/import-dialog-[^/]+\.js/, (route) => route.fulfill({ status: 404 }))
    const open = page.getByRole('button', { name: 'Import', exact: true })
    await open.click()
    await expect(page.getByText(/A part of this page could not be loaded/)).toBeVisible()
    await expect(open).toBeVisible()
    expect(loads).toEqual(['/smac_inquiry'])
  })
})

test('a newer build is offered after an hour; unsaved input prevents loading it, and the offer stays', async ({
  page,
}) => {
  await page.clock.install()
  await signIn(page, 'agent', '/smac_inquiry')
  await uploadFile(page, asUpload(aFile(3), 'typed'))
  await typeUnsaved(page, 'Ticket number', 'OPS-DIRTY')
  await deploy(page)
  const loads = pageLoads(page)
  await page.clock.fastForward('01:00:01')
  await expect(offer(page)).toBeVisible()
  await expect(page.getByLabel('Ticket number')).toHaveValue('OPS-DIRTY')
  await page.getByRole('link', { name: 'Operational Dashboard' }).click()
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(heading(page, 'Operational Dashboard')).toBeVisible()
  await expect(offer(page)).toBeVisible()
  expect(loads).toEqual([])
  // The input is gone, so the next navigation loads the build.
  await page.getByRole('link', { name: 'SMAC Inquiry' }).click()
  await expect.poll(() => loads).toEqual(['/smac_inquiry'])
})
