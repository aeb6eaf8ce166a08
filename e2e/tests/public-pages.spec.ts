import type { Page } from '@playwright/test'
import { emailOf, fillSignIn } from './demo-users.ts'
import { waitUntilInteractive } from './page-objects.ts'
import { expect, test } from './test.ts'

const PUBLIC = ['/login', '/forgot-password', '/reset', '/components']

function requestPaths(page: Page): string[] {
  const paths: string[] = []
  page.on('request', (request) => paths.push(new URL(request.url()).pathname))
  return paths
}

const openComponents = async (page: Page) => {
  await page.goto('/components')
  await waitUntilInteractive(page)
}

test('pages, the latest build and payloads name the same build', async ({ request }) => {
  const { id } = await (await request.get('/builds/latest.json')).json()
  const meta = await (await request.get(`/builds/meta/${id}.json`)).json()
  expect(meta).toMatchObject({ id, prerendered: PUBLIC, matcher: { wildcard: {}, dynamic: {} } })
  for (const path of PUBLIC) {
    expect(meta.matcher.static[path]).toEqual({ prerender: true })
    expect(await (await request.get(`${path}/_payload.json`)).json()).toMatchObject({ build: id })
  }
  for (const path of [...PUBLIC, '/operational_dashboard', '/nowhere'])
    expect(await (await request.get(path)).text()).toContain(`<meta name="build" content="${id}">`)
})

test('sign-in is rendered without scripts', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) })
  const page = await context.newPage()
  await page.goto('/login')
  await expect(page).toHaveTitle('Sign in · Backoffice')
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  // A submit before the script runs sends nothing.
  await fillSignIn(page, emailOf('agent'), 'Backoffice#2026')
  expect(page.url()).toBe(`${baseURL}/login`)
  await context.close()
})

test('a navigation between public screens fetches the payload, not the page', async ({ page }) => {
  await openComponents(page)
  const paths = requestPaths(page)
  await page.getByRole('link', { name: 'Backoffice', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Components' })).toBeFocused()
  await expect(page.getByText('Code', { exact: true }).first()).toBeVisible()
  expect(paths.filter((path) => /_payload|^\/(login|components)$/.test(path))).toEqual([
    '/login/_payload.json',
    '/components/_payload.json',
  ])
})

test('a public screen without its payload is loaded as a page', async ({ page }) => {
  await openComponents(page)
  await page.route('**/_payload.json?*', (route) => route.abort())
  const paths = requestPaths(page)
  await page.getByRole('link', { name: 'Backoffice', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  expect(paths.filter((path) => path === '/login')).toEqual(['/login'])
})

test('the sign-in page offers a newer build and shows when it is offline', async ({ page, context }) => {
  await page.clock.install()
  // Waits inside the page need a running clock.
  await page.goto('/login', { waitUntil: 'networkidle' })
  await page.route('**/builds/latest.json?*', (route) =>
    route.fulfill({ json: { id: 'newer', timestamp: 1 } }),
  )
  await page.clock.fastForward('01:00:01')
  await expect(page.getByRole('status').filter({ hasText: 'A new version is ready.' })).toBeVisible()
  await page.getByLabel('Email').fill(emailOf('agent'))
  await context.setOffline(true)
  await expect(page.getByRole('status').filter({ hasText: 'You are offline.' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('status').filter({ hasText: 'You are offline.' })).toHaveCount(0)
  await expect(page.getByLabel('Email')).toHaveValue(emailOf('agent'))
})

test('a sign-in whose chunk fails to load shows a message', async ({ page }) => {
  await page.route(/\/assets\/session-[^/]+\.js/, (route) => route.abort())
  await page.goto('/login')
  await fillSignIn(page, 'unknown@backoffice.test', 'Wrong#password1')
  await expect(page.getByRole('alert')).toHaveText(/A part of this page could not be loaded/)
})

test('a page shows a notice only if its scripts do not load', async ({ page }) => {
  const notice = page.getByText('This page takes long to load.')
  await page.goto('/operational_dashboard')
  await expect(page).toHaveURL(/\/login/)
  await expect(notice).toHaveCount(0)
  await page.route('**/*.js', (route) => route.abort())
  for (const path of ['/login', '/operational_dashboard']) {
    await page.goto(path)
    await expect(notice).toBeHidden()
    await notice.evaluate((element) => element.getAnimations()[0]?.finish())
    await expect(notice).toBeVisible()
  }
})
