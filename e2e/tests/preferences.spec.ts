import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { aFile, asUpload } from './card-files.ts'
import { signIn, startSession } from './demo-users.ts'
import { openFiles, pauseClock, uploadFile } from './page-objects.ts'
import { readSession } from './session-storage.ts'
import { expect, test } from './test.ts'

const PREFERENCES = '/api/user/preferences'
const asColumns = (...ids: string[]) => ids.map((id) => ({ id }))
const NEVER_CHOSEN = {
  theme: 'system',
  page_size: 25,
  columns: {},
  reply_language: 'en',
  download_format: 'csv',
}

const html = (page: Page) => page.locator('html')
const card = (page: Page) => page.getByRole('region', { name: 'Preferences' })
const theme = (page: Page, name: string) => card(page).getByRole('radio', { name, exact: true })
const saved = (page: Page) => expect(card(page).getByRole('status')).toHaveText('Saved')
const columns = (page: Page) => page.getByRole('button', { name: 'Columns of tracked files' })
const heads = (page: Page) => page.getByRole('table', { name: 'Tracked files' }).getByRole('columnheader')

async function bearer(page: Page) {
  return { authorization: `Bearer ${(await readSession(page)).auth.token}` }
}

async function onServer(page: Page) {
  const reply = await page.request.get(PREFERENCES, { headers: await bearer(page) })
  return (await reply.json()).resource
}

async function openAccount(page: Page): Promise<void> {
  await page.goto('/account')
  await accountShown(page)
}

async function accountShown(page: Page): Promise<void> {
  await expect(theme(page, 'System')).toBeVisible()
  // The last card to load moves the others.
  await expect(page.getByText('Set up authenticator').first()).toBeVisible()
}

/** Remaining keys in session and local storage. */
function left(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    // The router stores scroll positions.
    [...Object.keys(sessionStorage).filter((key) => !key.startsWith('tsr-')), ...Object.keys(localStorage)],
  )
}

test.afterEach(async ({ page }) => {
  await startSession(page, 'agent')
  const { version } = await onServer(page)
  const found = { version, ...NEVER_CHOSEN }
  expect((await page.request.patch(PREFERENCES, { headers: await bearer(page), data: found })).ok()).toBe(
    true,
  )
})

test('preferences apply at once, and on another device', async ({ page }) => {
  await signIn(page, 'agent')
  await uploadFile(page, asUpload(aFile(1), 'preferences'))
  await page.goto('/account')
  await accountShown(page)
  await theme(page, 'Dark').check()
  await expect(html(page)).toHaveAttribute('data-theme', 'dark')
  await card(page).getByLabel('Rows per page').selectOption('10')
  await card(page)
    .getByRole('group', { name: 'Columns of tracked files' })
    .getByRole('checkbox', { name: 'Rows' })
    .uncheck()
  await saved(page)
  expect(await onServer(page)).toMatchObject({
    theme: 'dark',
    page_size: 10,
    columns: { files: asColumns('file_name', 'state', 'progress', 'uploaded_by', 'created_at') },
  })

  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expect(html(page)).not.toHaveAttribute('data-theme')
  expect(await left(page)).toEqual([])

  // With an empty storage, as on another device.
  await signIn(page, 'agent')
  await expect(html(page)).toHaveAttribute('data-theme', 'dark')
  const request = page.waitForRequest(/file_tracker\?/)
  await openFiles(page)
  expect(new URL((await request).url()).searchParams.get('page_size')).toBe('10')
  // Between the checkboxes and the menus.
  await expect(heads(page)).toHaveCount(5 + 2)
})

test('a reloaded page is dark from its first frame; the theme is removed after a session that ended while closed', async ({
  page,
}) => {
  await signIn(page, 'agent', '/account')
  await accountShown(page)
  await theme(page, 'Dark').check()
  await saved(page)
  await page.addInitScript(() => {
    requestAnimationFrame(() => {
      document.documentElement.dataset.first = document.documentElement.dataset.theme ?? 'none'
    })
  })
  // Delay the scripts, because the page is painted without them.
  let come = () => {}
  const comes = new Promise<void>((resolve) => {
    come = resolve
  })
  let held = 0
  await page.route(/assets\/(app|react|ground)-.*\.js/, async (route) => {
    held += 1
    await comes
    await route.continue()
  })
  await page.reload({ waitUntil: 'commit' })
  await expect(html(page)).toHaveAttribute('data-first', 'dark')
  await expect.poll(() => held).toBeGreaterThan(0)
  await expect(html(page)).toHaveCSS('background-color', 'rgb(15, 20, 24)')
  come()
  await expect(theme(page, 'Dark')).toBeChecked()

  await page.goto('/builds/latest.json')
  await page.evaluate(() => localStorage.clear())
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expect(html(page)).not.toHaveAttribute('data-theme')
  expect(await left(page)).toEqual([])
})

test('a failed save can be retried; the page size of a list comes from the URL, else from the preferences', async ({
  page,
}) => {
  await signIn(page, 'agent', '/account')
  await accountShown(page)
  await test.step('a preference that fails to save stays applied, shows an error and can be retried', async () => {
    await page.route(`**${PREFERENCES}`, (route) =>
      route.request().method() === 'PATCH' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
    )
    await theme(page, 'Dark').check()
    await expect(page.getByRole('alert')).toHaveText(
      'Your change applies to this page but was not saved. Something went wrong on the server. Try again in a moment.',
    )
    await expect(card(page)).toContainText('Your last choice is not saved.')
    await expect(html(page)).toHaveAttribute('data-theme', 'dark')
    await expectAccessible(page)
    expect(await onServer(page)).toMatchObject({ theme: 'system' })
    await page.unroute(`**${PREFERENCES}`)
    await card(page).getByRole('button', { name: 'Try again' }).click()
    await saved(page)
    await expect(card(page)).not.toContainText('Your last choice is not saved.')
    expect(await onServer(page)).toMatchObject({ theme: 'dark' })
  })
  await card(page).getByLabel('Rows per page').selectOption('50')
  await expect.poll(() => onServer(page)).toMatchObject({ page_size: 50 })
  await page.route('**/file_tracker?**', async (route) => {
    const response = await route.fetch()
    const { resource } = await response.json()
    const query = new URL(route.request().url()).searchParams
    await route.fulfill({
      response,
      json: { resource: { ...resource, total: 400, page: Number(query.get('page')), next: 'next' } },
    })
  })
  const pages = page.getByRole('navigation', { name: 'Pages of tracked files' })
  await page.goto('/smac_inquiry?tab=file&size=25')
  await expect(pages).toContainText('Page 1 of 16')
  await page.evaluate(() => history.pushState(null, '', '/smac_inquiry?tab=file'))
  await expect(pages).toContainText('Page 1 of 8')
  await pages.getByRole('button', { name: 'Next page' }).click()
  await expect(page).toHaveURL('/smac_inquiry?tab=file&page=2&size=50')
  await pages.getByLabel('Rows per page').selectOption('100')
  await expect(page).toHaveURL('/smac_inquiry?tab=file&size=100')
  await expect(pages).toContainText('Page 1 of 4')
  expect(await onServer(page)).toMatchObject({ page_size: 50 })
})

// list-page.test.tsx tests the panel.
test('columns chosen by keyboard are saved for the user', async ({ page }) => {
  await signIn(page, 'agent', '/smac_inquiry?tab=file&q=zzz')
  const names = ['Name', 'State', 'Rows', 'Progress', 'Owner', 'Created']
  await columns(page).focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Columns of tracked files' })
  for (const name of names) await expect(panel.getByRole('checkbox', { name })).toBeChecked()
  await expect(panel.getByRole('checkbox', { name: 'Name' })).toBeDisabled()
  // Each column has a checkbox and two buttons that move it.
  for (const _ of ['up', 'down', 'State']) await page.keyboard.press('Tab')
  await expect(panel.getByRole('checkbox', { name: 'State' })).toBeFocused()
  await page.keyboard.press('Space')
  for (const _ of ['Rows', 'Progress', 'Owner'])
    for (let stop = 0; stop < 3; stop += 1) await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expectAccessible(page, '[role=dialog]:popover-open')
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(columns(page)).toBeFocused()
  await expect(columns(page)).toHaveAccessibleName('Columns of tracked files')
  await expect
    .poll(() => onServer(page))
    .toMatchObject({
      columns: { files: asColumns('file_name', 'rows', 'progress', 'created_at') },
    })
})

test('quick changes are saved in one call and reach another tab', async ({ page, context }) => {
  await context.clock.install()
  await signIn(page, 'agent')
  const other = await context.newPage()
  await openAccount(other)
  await openAccount(page)
  const calls: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') calls.push(request.postDataJSON())
  })
  // The test may be slower than the delay.
  await pauseClock(page)
  await theme(page, 'System').focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await card(page).getByLabel('Rows per page').selectOption('100')
  await context.clock.resume()
  await saved(page)
  expect(calls).toEqual([{ version: expect.any(Number), theme: 'dark', page_size: 100 }])
  await expect(html(other)).toHaveAttribute('data-theme', 'dark')
  await expect(card(other).getByLabel('Rows per page')).toHaveValue('100')
})
