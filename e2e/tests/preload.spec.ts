import type { Page } from '@playwright/test'
import { emailOf, startSession } from './demo-users.ts'
import { holdEventStream, holdResponses, title } from './page-objects.ts'
import { expect, test } from './test.ts'

const LISTS = /\/(audit\/list$|dashboard\/)/
const REFUSED = '"refused"'
const CODE = /assets\/app-[^/]+\.js$/

/** Leaves the application for a page of its origin, because the application would write its state to the storage. */
async function leaveApplication(page: Page) {
  await page.goto('/builds/latest.json')
}

/** Opens a screen with delayed modules, and counts the requested lists before their arrival and in total. */
async function openHeld(page: Page, address = '/audit') {
  await leaveApplication(page)
  const requests: string[] = []
  page.on('request', (request) => {
    // The number of refused events has a separate query.
    if (LISTS.test(request.url()) && !request.postData()?.includes(REFUSED)) requests.push(request.url())
  })
  await holdEventStream(page)
  const release = await holdResponses(page, CODE)
  const held = page.waitForRequest(CODE)
  await page.goto(address, { waitUntil: 'commit' })
  await held
  // This element comes after the script that preloads.
  await page.locator('#waiting').waitFor({ state: 'attached' })
  const ahead = [...requests]
  release()
  const isAudit = address.startsWith('/audit')
  await expect(title(page, isAudit ? 'Audit' : 'Operational Dashboard')).toBeVisible()
  await expect(isAudit ? page.getByRole('row').nth(1) : page.getByText('received').first()).toBeVisible()
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
  return { ahead: ahead.length, inAll: () => requests.length }
}

test('preloads lists before the code of their screen, and fetches them once', async ({ page }) => {
  await startSession(page, 'auditor')
  const { ahead, inAll } = await openHeld(page)
  expect([ahead, inAll()]).toEqual([1, 1])

  await test.step('nothing with a filter in the URL', async () => {
    const filtered = await openHeld(page, '/audit?f.outcome=done')
    expect([filtered.ahead, filtered.inAll()]).toEqual([0, 1])
  })
  await test.step('a preload without a response is sent again', async () => {
    let refused = 0
    await page.route(/dashboard\/files/, (route) =>
      refused++ === 0 ? route.abort('connectionreset') : route.continue(),
    )
    expect((await openHeld(page, '/operational_dashboard')).ahead).toBe(5)
    await expect.poll(() => refused).toBe(2)
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  })
  await test.step('nothing with an expired token', async () => {
    await leaveApplication(page)
    await page.evaluate(
      (tokenExpiration) => {
        const stored = JSON.parse(localStorage.getItem('auth') ?? '')
        stored.state.auth.tokenExpiration = tokenExpiration
        localStorage.setItem('auth', JSON.stringify(stored))
      },
      Math.floor(Date.now() / 1000) + 10,
    )
    const expired = await openHeld(page)
    expect([expired.ahead, expired.inAll()]).toEqual([0, 1])
  })
  await test.step('nothing with another page size', async () => {
    await leaveApplication(page)
    await page.evaluate((owner) => {
      const saved = { version: 0, theme: 'system', page_size: 50, columns: {}, reply_language: 'en' }
      sessionStorage.setItem('preferences', JSON.stringify({ owner, saved }))
    }, emailOf('auditor'))
    expect((await openHeld(page)).ahead).toBe(0)
  })
  await test.step('nothing without the permission', async () => {
    await startSession(page, 'viewer')
    const requests: string[] = []
    page.on('request', (request) => LISTS.test(request.url()) && requests.push(request.url()))
    await page.goto('/audit')
    await expect(page.getByRole('button', { name: 'Request access' })).toBeVisible()
    expect(requests).toEqual([])
  })
})
