import type { Page } from '@playwright/test'
import { type DemoUser, emailOf, signIn } from './demo-users.ts'
import { holdEventStream, holdResponses, title } from './page-objects.ts'
import { readSession } from './session-storage.ts'
import { expect, test } from './test.ts'

const LISTS = /\/(file_tracker\?|smac_inquiry\/list$)/
const CODE = /assets\/app-[^/]+\.js$/

/** Opens the screen with its modules held back, and tells which of its lists are asked for until they come, and in all. */
async function openHeld(page: Page, address = '/smac_inquiry') {
  const asked: string[] = []
  page.on('request', (request) => LISTS.test(request.url()) && asked.push(request.url()))
  await holdEventStream(page)
  const release = await holdResponses(page, CODE)
  const held = page.waitForRequest(CODE)
  await page.goto(address, { waitUntil: 'commit' })
  await held
  // Stands after the script that asks.
  await page.locator('#waiting').waitFor({ state: 'attached' })
  const ahead = [...asked]
  release()
  await expect(title(page, 'SMAC Inquiry')).toBeVisible()
  const lists = page.getByRole('region', { name: /^(Tracked files|Past inquiries)$/ })
  await expect(lists.locator('[aria-busy=true]')).toHaveCount(0)
  return { ahead: ahead.length, inAll: () => asked.length }
}

async function prepare(page: Page, person: DemoUser = 'agent') {
  await signIn(page, person)
  await page.goto('/builds/latest.json')
}

test('lists are preloaded before the code of their screen, and fetched once', async ({ page }) => {
  await prepare(page)
  const { ahead, inAll } = await openHeld(page)
  expect([ahead, inAll()]).toEqual([2, 2])
})

test('with a filter in the URL nothing is preloaded', async ({ page }) => {
  await prepare(page)
  const { ahead, inAll } = await openHeld(page, '/smac_inquiry?f.state=FAILED')
  expect([ahead, inAll()]).toEqual([0, 2])
})

test('with another page size nothing is preloaded', async ({ page }) => {
  await prepare(page)
  await page.evaluate((owner) => {
    const saved = { version: 0, theme: 'system', page_size: 50, columns: {} }
    sessionStorage.setItem('preferences', JSON.stringify({ owner, saved }))
  }, emailOf('agent'))
  expect((await openHeld(page)).ahead).toBe(0)
})

test('with an expired token nothing is preloaded', async ({ page }) => {
  await prepare(page)
  const session = await readSession(page)
  session.auth.tokenExpiration = Math.floor(Date.now() / 1000) + 10
  await page.evaluate((state) => localStorage.setItem('auth', JSON.stringify({ state, version: 0 })), session)
  const { ahead, inAll } = await openHeld(page)
  expect([ahead, inAll()]).toEqual([0, 2])
})

test('a preload without a response is sent again', async ({ page }) => {
  await prepare(page)
  let refused = 0
  await page.route(/file_tracker\?/, (route) =>
    refused++ === 0 ? route.abort('connectionreset') : route.continue(),
  )
  const { ahead } = await openHeld(page)
  expect(ahead).toBe(2)
  await expect.poll(() => refused).toBe(2)
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
})

test('a list without permission is not preloaded', async ({ page }) => {
  await prepare(page, 'viewer')
  const asked: string[] = []
  page.on('request', (request) => LISTS.test(request.url()) && asked.push(request.url()))
  await page.goto('/smac_inquiry')
  await expect(page.getByText(/Ask an access administrator/)).toBeVisible()
  expect(asked).toEqual([])
})
