import { signIn, startSession } from './demo-users.ts'
import { openFiles, readClipboard, title } from './page-objects.ts'
import { STARTER_ROLES } from './starter-roles.ts'
import { expect, test } from './test.ts'

test('the address of a 404 follows the navigation; a view that throws falls back to the root error boundary', async ({
  page,
}) => {
  await startSession(page, 'viewer')
  const response = await page.goto('/x?y=1#z')
  expect(response?.status()).toBe(404)
  await expect(title(page, 'Page Not Found')).toBeVisible()
  await expect(page.getByText('Page not found: /x?y=1#z', { exact: true })).toBeVisible()
  await expect(page).toHaveTitle('Page Not Found · Backoffice')
  await page.evaluate(() => {
    location.hash = 'two'
  })
  await expect(page.getByText('Page not found: /x?y=1#two', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Go to the dashboard' }).click()
  await expect(title(page, 'Operational Dashboard')).toBeVisible()
  await page.goBack()
  await expect(page.getByText('Page not found: /x?y=1#two', { exact: true })).toBeVisible()
  // The first is an unknown path below the tables.
  for (const [path, shown] of [
    ['/lookup/nowhere', '/lookup/nowhere'],
    ['/cards/9990000000000011', '/cards/••••0011'],
  ] as const) {
    await page.evaluate((to) => history.pushState(null, '', to), path)
    await expect(page.getByText(`Page not found: ${shown}`, { exact: true })).toBeVisible()
  }

  // The header of every screen throws with this invalid name.
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('auth') ?? '{}')
    kept.state.auth.userDetails.name = 7
    localStorage.setItem('auth', JSON.stringify(kept))
  })
  await page.reload()
  await expect(title(page, 'Internal Server Error')).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('Reload it to continue.')
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible()
})

test('every unknown record is a page not found, which names what is missing and leads on', async ({
  page,
}) => {
  await startSession(page, 'admin')
  const absent = '00000000-0000-4000-8000-000000000000'
  for (const [path, missing, link] of [
    [`/files/${absent}`, 'No file has this key', 'View tracked files'],
    [`/lookup/tenders/${absent}`, 'This tender does not exist', 'Back to Tenders'],
    ['/lookup/shell_tid/no-id', 'This terminal does not exist', 'Back to Shell TID'],
    [`/lookup/tenders/create?from=${absent}`, 'This tender does not exist', 'Back to Tenders'],
    [`/glass/branch/${absent}`, 'This branch does not exist', 'Back to Branch'],
    [`/users/users_list/${absent}`, 'This user does not exist', 'Back to Users'],
    [`/users/users_roles/${absent}`, 'This role does not exist', 'Back to Roles'],
    [`/users/users_roles/create?from=${absent}`, 'This role does not exist', 'Back to Roles'],
    [`/users/users_policies/${absent}`, 'This policy does not exist', 'Back to Policies'],
    ['/cases/C-999999', 'This case does not exist', 'Back to Cases'],
    [`/approvals/${absent}`, 'This request does not exist', 'Back to Approvals'],
    [`/reviews/${absent}`, 'This review does not exist', 'Back to Reviews'],
    [`/smac_inquiry?inquiry=${absent}`, 'This inquiry does not exist', 'Go to past inquiries'],
  ] as const)
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.getByRole('heading', { name: 'Page Not Found', exact: true })).toBeVisible()
      await expect(page.getByText(missing)).toBeVisible()
      await expect(page.getByRole('link', { name: link, exact: true })).toBeVisible()
      await expect(page).toHaveTitle(/^Page Not Found · /)
    })
})

test('a screen or panel that throws shows an error in its place; the request id of an error is copied', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-write'])
  await signIn(page, 'agent')
  await test.step('a screen that throws shows an error next to the sidebar until the next navigation', async () => {
    // A reply that no screen can render.
    await page.route('**/file_tracker/specific?**', (route) => route.fulfill({ json: { resource: 7 } }))
    await page.goto('/files/00000000-0000-4000-8000-000000000000')
    await expect(title(page, 'Internal Server Error')).toBeVisible()
    await expect(page).toHaveTitle('Internal Server Error · Backoffice')
    await expect(page.getByRole('alert')).toContainText('Something went wrong. Try again.')
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  })
  await test.step('a panel that throws does not affect others', async () => {
    await page.route('**/file_tracker?**', (route) => route.fulfill({ json: { resource: { items: 7 } } }))
    await openFiles(page)
    await expect(page.getByRole('alert')).toContainText('The tracked files could not be shown.')
    await expect(page.getByRole('button', { name: 'Upload file' })).toBeVisible()
  })
  await test.step('the request id of an error is shown and copied', async () => {
    const ids = new Set<string | undefined>()
    await page.route('**/file_tracker?**', (route) => {
      ids.add(route.request().headers()['x-request-id'])
      return route.fulfill({ status: 500, body: 'no' })
    })
    await page.reload()
    const trouble = page.getByRole('alert').filter({ hasText: 'The tracked files could not be loaded.' })
    await expect(trouble).toContainText('Request ')
    const shown = await trouble.locator('code').innerText()
    expect(ids).toContain(shown)
    await trouble.getByRole('button', { name: 'Copy request id' }).click()
    await expect(trouble.getByText('Copied')).toBeVisible()
    expect(await readClipboard(page)).toBe(shown)
  })
})

test('the notice of a failed list stays while the list is refetched', async ({ page }) => {
  const events = Promise.withResolvers<void>()
  let isFirst = true
  await page.route('**/file_tracker/events**', async (route) => {
    await events.promise
    if (!isFirst) return route.continue()
    isFirst = false
    await route.fulfill({
      contentType: 'text/event-stream',
      body: `event: ready\ndata: ${JSON.stringify({ quiet_ms: 0, access: STARTER_ROLES.agent })}\n\n`,
    })
  })
  await signIn(page, 'agent')
  let requests = 0
  let isDown = true
  await page.route('**/file_tracker?**', (route) => {
    requests += 1
    return isDown ? route.fulfill({ status: 500, body: 'no' }) : route.continue()
  })
  await openFiles(page)
  const trouble = page.getByRole('alert').filter({ hasText: 'The tracked files could not be loaded.' })
  const again = trouble.getByRole('button', { name: 'Try again' })
  await expect(again).not.toHaveAttribute('aria-disabled')
  await again.focus()
  const notice = await trouble.elementHandle()
  const before = requests
  // Lists refetch in case a file changed before the stream opened.
  events.resolve()
  await expect.poll(() => requests).toBeGreaterThanOrEqual(before + 2)
  await expect(again).not.toHaveAttribute('aria-disabled')
  expect(await notice?.evaluate((node) => node.isConnected)).toBe(true)
  await expect(again).toBeFocused()

  isDown = false
  await page.keyboard.press('Enter')
  await expect(trouble).toHaveCount(0)
})
