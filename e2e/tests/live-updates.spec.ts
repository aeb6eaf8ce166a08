import type { Page } from '@playwright/test'
import { aFile, asUpload } from './card-files.ts'
import { signIn } from './demo-users.ts'
import { openFiles, runInquiry, title, uploadFile } from './page-objects.ts'
import { expect, test } from './test.ts'

async function beginSending(page: Page, upload: ReturnType<typeof asUpload>): Promise<void> {
  await openFiles(page)
  const sending = page.waitForRequest('**/storage/**')
  await page.getByLabel('Upload file').setInputFiles(upload)
  await sending
}

test('without the event stream the screens poll; an upload whose connection is reset is retried', async ({
  page,
}) => {
  let cut = 0
  await page.route('**/storage/**', (route) => {
    if (route.request().method() !== 'PUT' || cut === 2) return route.continue()
    cut += 1
    return route.abort('connectionreset')
  })
  await page.route('**/file_tracker/events', (route) => route.abort())
  await page.clock.install()
  await signIn(page, 'agent', '/smac_inquiry')
  await uploadFile(page, asUpload(aFile(8), 'polled'))
  expect(cut).toBe(2)
  // Polls are seconds apart.
  const untilShown = (shown: ReturnType<Page['getByText']>) =>
    expect.poll(() => page.clock.runFor(1_000).then(() => shown.isVisible()), { intervals: [100] }).toBe(true)
  await untilShown(page.getByRole('button', { name: 'Run inquiry' }))
  await runInquiry(page)
  await untilShown(page.getByRole('button', { name: 'All 8', exact: true }))
})

test('tabs share one event stream; another tab takes over when its owner is closed', async ({
  page,
  context,
}) => {
  let streams = 0
  context.on('request', (request) => {
    if (request.url().endsWith('/file_tracker/events')) streams += 1
  })
  await signIn(page, 'agent', '/smac_inquiry')
  const upload = asUpload(aFile(8), 'shared')
  await uploadFile(page, upload)
  await expect(page.getByRole('button', { name: 'Run inquiry' })).toBeVisible()
  const address = page.url()
  const others = [await context.newPage(), await context.newPage()]
  for (const other of others) {
    await other.goto(address)
    await expect(other.getByRole('button', { name: 'Run inquiry' })).toBeVisible()
  }
  const waiting = () =>
    page.evaluate(async () => {
      const { pending } = await navigator.locks.query()
      return pending?.filter(({ name }) => name === 'file-events').length
    })
  await expect.poll(waiting).toBe(2)
  expect(streams).toBe(1)
  await page.close()
  await expect.poll(() => streams).toBe(2)
  const [first, second] = others
  if (!first || !second) throw new Error('Two tabs were opened.')
  await runInquiry(first)
  await expect(second.getByRole('button', { name: 'All 8', exact: true })).toBeVisible()
})

test('a failed upload opens its file from another screen after a successful retry; a running one is cancelled', async ({
  page,
}) => {
  const away = Promise.withResolvers<void>()
  let isDown = true
  let cut = 0
  await page.route('**/storage/**', async (route) => {
    await away.promise
    if (!isDown) return route.continue()
    await route.abort('connectionreset')
    cut += 1
  })
  await signIn(page, 'agent')
  const upload = asUpload(aFile(5), 'sent-again')
  await beginSending(page, upload)
  await page.getByRole('link', { name: 'Operational Dashboard' }).first().click()
  await expect(title(page, 'Operational Dashboard')).toBeVisible()
  away.resolve()
  await expect.poll(() => cut).toBe(4)
  await openFiles(page)
  await expect(page.getByText(`${upload.name} was not uploaded.`)).toBeVisible()
  isDown = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(title(page, upload.name)).toBeVisible()

  await page.route('**/storage/**', () => new Promise(() => undefined))
  const cancelled = asUpload(aFile(5), 'called-off')
  await beginSending(page, cancelled)
  await page.getByRole('button', { name: `Cancel the upload of ${cancelled.name}` }).click()
  await expect(page.getByRole('button', { name: 'Upload file' })).toBeVisible()
  await expect(page.getByRole('row', { name: cancelled.name })).toContainText('Cancelled')
})

test('a token refused by the server is refreshed without a message; an ended session redirects to sign-in and back', async ({
  page,
}) => {
  await signIn(page, 'agent')
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('auth') ?? '{}')
    kept.state.auth.token = `${kept.state.auth.token.slice(0, -8)}AAAAAAAA`
    localStorage.setItem('auth', JSON.stringify(kept))
  })
  await page.goto('/smac_inquiry?tab=file')
  await expect(page.getByRole('table', { name: 'Tracked files' })).toBeVisible()

  await page.route(/\/file_tracker\?/, (route) =>
    route.fulfill({
      status: 403,
      contentType: 'application/problem+json',
      json: { code: 'user_disabled', detail: 'User is disabled.', request_id: 'r' },
    }),
  )
  await page.getByRole('searchbox', { name: 'Search by file name' }).fill('any')
  await expect(page).toHaveURL(/\/login\?redirect=%2Fsmac_inquiry%3Ftab%3Dfile/)
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
})
