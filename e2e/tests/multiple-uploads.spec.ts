import type { Page } from '@playwright/test'
import { aFile, asUpload } from './card-files.ts'
import { signIn } from './demo-users.ts'
import { openFiles } from './page-objects.ts'
import { expect, test } from './test.ts'

// Not used by other specs for uploads, because unfinished uploads count towards a limit.
const USER = 'admin'

test('five files dropped together upload in parallel and are tracked', async ({ page }) => {
  const started: number[] = []
  const presigned = new Set<string>()
  await page.route('**/generate_presigned_url', async (route) => {
    presigned.add(route.request().headers()['idempotency-key'] ?? '')
    await route.continue()
  })
  page.on('response', (response) => {
    if (response.url().endsWith('/generate_presigned_url')) started.push(response.status())
  })
  await signIn(page, USER, '/smac_inquiry')
  await openFiles(page)
  const uploads = Array.from({ length: 5 }, (_, index) => asUpload(aFile(3 + index), `dropped-${index + 1}`))
  const files = uploads.map(({ name, buffer }) => ({ name, text: buffer.toString() }))
  const dropped = await page.evaluateHandle((chosen) => {
    const transfer = new DataTransfer()
    for (const { name, text } of chosen) transfer.items.add(new File([text], name, { type: 'text/csv' }))
    return transfer
  }, files)
  await page.getByText('Drop CSV or Excel files here').dispatchEvent('drop', { dataTransfer: dropped })

  const list = page.getByRole('list', { name: 'Uploads' })
  for (const { name } of uploads) await expect(list.getByRole('link', { name: `Open ${name}` })).toBeVisible()
  expect(started).toEqual([200, 200, 200, 200, 200])
  expect(presigned.size).toBe(5)
  for (const { name } of uploads)
    await expect(page.getByRole('row', { name })).toContainText('Awaiting confirmation')
  await list.getByRole('link', { name: `Open ${uploads[4]?.name}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: uploads[4]?.name ?? '' })).toBeVisible()
  await expect(page.getByLabel('Counts')).toContainText('Valid7')

  await test.step('a sixth file waits for one of five, and can be cancelled while waiting', () =>
    queuesTheSixth(page))
  await test.step('dismissing the other files does not open the remaining one', async () => {
    await openFiles(page)
    const good = asUpload(aFile(2), 'good')
    const bad = { ...asUpload('PK\u0003\u0004', 'bad'), name: 'bad.ods' }
    await page.getByLabel('Upload file').setInputFiles([good, bad])
    const list = page.getByRole('list', { name: 'Uploads' })
    await expect(list.getByRole('link', { name: `Open ${good.name}` })).toBeVisible()
    await list.getByRole('button', { name: 'Dismiss' }).click()
    await expect(list.getByRole('listitem')).toHaveCount(1)
    await expect(page.getByRole('row', { name: good.name })).toContainText('Awaiting confirmation')
    await expect(page).toHaveURL('/smac_inquiry?tab=file')
  })
})

async function queuesTheSixth(page: Page): Promise<void> {
  const open = Promise.withResolvers<void>()
  let puts = 0
  await page.route('**/storage/**', async (route) => {
    puts += 1
    await open.promise
    await route.continue()
  })
  await openFiles(page)
  const uploads = Array.from({ length: 7 }, (_, index) => asUpload(aFile(2), `cards-${index + 1}`))
  await page.getByLabel('Upload file').setInputFiles(uploads)
  const list = page.getByRole('list', { name: 'Uploads' })
  const waiting = list.getByRole('listitem').filter({ hasText: 'Queued' })
  await expect(waiting).toHaveCount(2)
  await waiting.last().getByRole('button', { name: 'Cancel' }).click()
  await expect(waiting).toHaveCount(1)
  await expect.poll(() => puts).toBe(4)
  await page.evaluate(async () => void (await fetch('/health/live')))
  expect(puts).toBe(4)
  open.resolve()
  for (const { name } of uploads.slice(0, 6))
    await expect(list.getByRole('link', { name: `Open ${name}` })).toBeVisible()
  await expect(list.getByRole('listitem')).toHaveCount(6)
  await page.unrouteAll()
}

test('if the server allows fewer uploads, the others wait until one is done', async ({ page }) => {
  let signed = 0
  await page.route('**/generate_presigned_url', async (route) => {
    signed += 1
    if (signed < 3) return route.continue()
    if (signed > 5) return route.continue()
    const detail = 'Too many uploads at once: finish or cancel one first.'
    await route.fulfill({ status: 429, json: { status: 429, code: 'too_many_uploads', detail } })
  })
  await page.addInitScript(() => {
    const { send } = XMLHttpRequest.prototype
    XMLHttpRequest.prototype.send = function (...body) {
      addEventListener('stop-loading', () => this.abort(), { once: true })
      send.apply(this, body)
    }
  })
  await signIn(page, USER, '/smac_inquiry')
  await openFiles(page)
  const uploads = Array.from({ length: 5 }, (_, index) => asUpload(aFile(2), `crowded-${index + 1}`))
  await page.getByLabel('Upload file').setInputFiles(uploads)
  const list = page.getByRole('list', { name: 'Uploads' })
  for (const { name } of uploads) await expect(list.getByRole('link', { name: `Open ${name}` })).toBeVisible()
  await page.unrouteAll()

  await test.step('a part aborted by the browser is retried', async () => {
    let isHeld = true
    await page.route('**/storage/**', (route) => (isHeld ? undefined : route.continue()))
    await openFiles(page)
    const upload = asUpload(aFile(3), 'stopped')
    const sending = page.waitForRequest('**/storage/**')
    await page.getByLabel('Upload file').setInputFiles(upload)
    await sending
    isHeld = false
    await page.evaluate(() => dispatchEvent(new Event('stop-loading')))
    await expect(page.getByRole('heading', { level: 1, name: upload.name })).toBeVisible()
  })
})

test('an upload interrupted by leaving the page is listed on return and resumed with the same file', async ({
  page,
}) => {
  let isHeld = true
  await page.route('**/storage/**', (route) => (isHeld ? undefined : route.continue()))
  page.on('dialog', (dialog) => dialog.accept())
  await signIn(page, USER, '/smac_inquiry')
  await openFiles(page)
  const upload = asUpload(aFile(4), 'interrupted')
  const sending = page.waitForRequest('**/storage/**')
  await page.getByLabel('Upload file').setInputFiles(upload)
  await sending
  await page.goto('/operational_dashboard')
  isHeld = false

  await openFiles(page)
  const notice = page.getByRole('status').filter({ hasText: `${upload.name} was not uploaded completely.` })
  await expect(notice).toContainText('The upload stopped when you left the page.')
  await notice.getByRole('link', { name: 'Resume upload' }).click()
  await expect(page.getByText('The upload has not finished.')).toBeVisible()
  await page.getByLabel('Choose the file again').setInputFiles(asUpload(aFile(9), 'another'))
  await expect(page.getByRole('alert')).toContainText('This is a different file')
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await page.getByLabel('Choose the file again').setInputFiles(upload)
  await expect(page.getByLabel('Counts')).toContainText('Valid4')

  await openFiles(page)
  await expect(page.getByRole('row', { name: upload.name })).toContainText('Awaiting confirmation')
  await expect(notice).toBeHidden()
})
