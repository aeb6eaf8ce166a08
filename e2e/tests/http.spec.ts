import type { Page } from '@playwright/test'
import { aFile, asUpload } from './card-files.ts'
import { signIn } from './demo-users.ts'
import { openFiles, runInquiry, title, uploadFile } from './page-objects.ts'
import { expect, test } from './test.ts'

const TRACKED = /\/file_tracker\?/

const troubleWithFiles = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'The tracked files could not be loaded.' })

/** The list of files, empty or not. */
const files = (page: Page) =>
  page.getByRole('table', { name: 'Tracked files' }).or(page.getByText('No files yet'))

test('a POST that fails is not retried, shows an error in its place, keeps the input and can be submitted again', async ({
  page,
  context,
}) => {
  await signIn(page, 'agent', '/smac_inquiry')
  await uploadFile(page, asUpload(aFile(3), 'refused-twice'))
  await expect(page.getByRole('button', { name: 'Run inquiry' })).toBeVisible()
  await test.step('with status 503', async () => {
    let requests = 0
    await page.route('**/smac_inquiry', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      requests += 1
      return route.fulfill({ status: 503, contentType: 'text/html', body: '<h1>no</h1>' })
    })
    await runInquiry(page, 'OPS-503')
    await expect(page.getByRole('alert').filter({ hasText: 'busy or restarting' }).first()).toBeVisible()
    expect(requests).toBe(1)
    await expect(page.getByLabel('Ticket number')).toHaveValue('OPS-503')
    await page.unroute('**/smac_inquiry')
  })
  await test.step('while offline', async () => {
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Run inquiry' }).click()
    await expect(page.getByText(/You are offline, so this was not sent/).first()).toBeVisible()
    await expect(page.getByLabel('Ticket number')).toHaveValue('OPS-503')
    await context.setOffline(false)
    await expect(page.getByText('You are offline.', { exact: true })).toHaveCount(0)
  })
  await page.getByRole('button', { name: 'Run inquiry' }).click()
  await expect(page.getByRole('button', { name: 'All 3', exact: true })).toBeVisible()
})

test('offline a GET is retried once; the banner stays until back online, then the page refetches', async ({
  page,
  context,
}) => {
  await page.clock.install()
  await signIn(page, 'agent')
  let requests = 0
  page.on('request', (request) => {
    if (TRACKED.test(request.url())) requests += 1
  })
  await openFiles(page)
  await expect(files(page)).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByRole('status').filter({ hasText: 'You are offline.' })).toBeVisible()
  const search = page.getByRole('searchbox').first()
  await search.fill('nothing-has-this-name')
  await expect(troubleWithFiles(page)).toContainText('You are offline.')
  // Meanwhile the page only polls whether the server is reachable.
  await page.clock.runFor(60_000)
  const before = requests
  await troubleWithFiles(page).getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => requests - before).toBe(2)
  await page.clock.runFor(60_000)
  expect(requests - before).toBe(2)
  await expect(search).toHaveValue('nothing-has-this-name')

  await context.setOffline(false)
  await expect(page.getByText('No file matches')).toBeVisible()
  await expect(page.getByText('You are offline.')).toHaveCount(0)
  await expect(search).toHaveValue('nothing-has-this-name')
})

test('an unavailable service and an unreachable server show different messages; the page keeps its input and recovers', async ({
  page,
}) => {
  await page.clock.install()
  await signIn(page, 'agent')
  // fetch-json.test.ts covers the statuses that are retried.
  await test.step('a GET that was refused is sent again on the next visit', async () => {
    await page.route(TRACKED, (route) => route.fulfill({ status: 404, body: 'no' }))
    await openFiles(page)
    await expect(troubleWithFiles(page)).toContainText('This does not exist, or you have no access to it.')
    await page.unroute(TRACKED)
    await page.getByRole('link', { name: 'Operational Dashboard' }).click()
    await expect(title(page, 'Operational Dashboard')).toBeVisible()
    await openFiles(page)
    await expect(files(page)).toBeVisible()
  })
  const search = page.getByRole('searchbox').first()
  await test.step('an unavailable service', async () => {
    const refused = /\/(api|health\/ready)/
    await page.route(refused, (route) => route.fulfill({ status: 503, json: { status: 'not_ready' } }))
    await search.fill('nothing-has-this-name')
    const banner = page.getByRole('status').filter({ hasText: 'The service is not available right now.' })
    await expect(banner).toBeVisible()
    await page.unroute(refused)
    await page.clock.runFor(3_000)
    await expect(banner).toHaveCount(0)
    await expect(page.getByText('No file matches')).toBeVisible()
    await expect(search).toHaveValue('nothing-has-this-name')
  })
  await test.step('an unreachable server', async () => {
    await page.route(/\/(api|health)\//, (route) => route.abort('connectionrefused'))
    await search.fill('nor-this')
    const banner = page.getByRole('status').filter({ hasText: 'The server cannot be reached.' })
    await expect(banner).toBeVisible()
    await expect(troubleWithFiles(page)).toBeVisible()
    await page.unroute(/\/(api|health)\//)
    await page.clock.runFor(31_000)
    await expect(page.getByText('No file matches')).toBeVisible()
    await expect(banner).toHaveCount(0)
  })
})

test('the event stream reconnects as soon as the server is back', async ({ page }) => {
  const AWAY = /\/(api|health)\//
  const banner = page.getByRole('status').filter({ hasText: 'The server cannot be reached.' })
  await page.clock.install()
  await page.route('**/file_tracker/events', (route) => route.abort('connectionrefused'))
  await signIn(page, 'agent')
  await page.route(AWAY, (route) => route.abort('connectionrefused'))
  const streams = new Set<unknown>()
  page.on('request', (request) => request.url().endsWith('/file_tracker/events') && streams.add(request))
  page.on('requestfailed', (request) => streams.delete(request))
  await page.clock.runFor(60_000)
  await expect(banner).toBeVisible()
  await page.clock.pauseAt(new Date(Date.now() + 120_000))
  await expect.poll(() => streams.size).toBe(0)
  await expect(banner).toBeVisible()
  await page.unrouteAll()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(banner).toHaveCount(0)
  await expect.poll(() => streams.size).toBe(1)
})
