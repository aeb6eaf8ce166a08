import type { Page } from '@playwright/test'
import { aFile, asUpload } from './card-files.ts'
import { signIn, startSession } from './demo-users.ts'
import { holdResponses, pauseClock, roundTrip, title, uploadFile } from './page-objects.ts'
import { expect, test } from './test.ts'

const EVENTS = '**/file_tracker/events'
const READS = /\/(file_tracker\?|smac_inquiry\/list$|dashboard\/)/
/** Longer than the delay of a refetch, shorter than the polling interval. */
const SETTLED_MS = 3_000
const STEP_MS = 200

declare global {
  interface Window {
    /** `count`: streams that began to send. `cut`: ends the open stream. */
    stream?: { count: number; cut: () => void }
  }
}

/**
 * Counts reads by path. The result expects counts after a number of opened streams, and no more reads later. `isQuiet`:
 * no file has changed for an hour, whatever earlier tests did.
 */
async function watch(page: Page, { isQuiet = false } = {}) {
  const reads: Record<string, number> = {}
  page.on('request', (request) => {
    if (!READS.test(request.url())) return
    const name = new URL(request.url()).pathname.replace('/api/operations/', '')
    reads[name] = (reads[name] ?? 0) + 1
  })
  await page.addInitScript((isQuiet) => {
    const { fetch } = window
    const quiet = (text: string) => text.replace(/"quiet_ms":\d+/, '"quiet_ms":3600000')
    const quietened = (body: ReadableStream<Uint8Array<ArrayBuffer>>) =>
      body
        .pipeThrough(new TextDecoderStream())
        .pipeThrough(
          new TransformStream<string, string>({
            transform: (text, controller) => controller.enqueue(quiet(text)),
          }),
        )
        .pipeThrough(new TextEncoderStream())
    const stream = { count: 0, cut: () => {} }
    window.stream = stream
    window.fetch = async (address, init) => {
      if (!String(address).endsWith('/file_tracker/events')) return fetch(address, init)
      const cut = new AbortController()
      stream.cut = () => cut.abort()
      const signal = AbortSignal.any([cut.signal, ...(init?.signal ? [init.signal] : [])])
      const reply = await fetch(address, { ...init, signal })
      const first = reply.clone().body?.getReader().read()
      first?.then(
        () => (stream.count += 1),
        () => undefined,
      )
      return isQuiet && reply.body ? new Response(quietened(reply.body), reply) : reply
    }
  }, isQuiet)
  const reset = () => {
    for (const name of Object.keys(reads)) delete reads[name]
  }
  const expectReads = async (streams: number, expected: object) => {
    await expect.poll(() => page.evaluate(() => window.stream?.count)).toBe(streams)
    const readsLater = () => page.clock.runFor(STEP_MS).then(() => ({ ...reads }))
    await expect.poll(readsLater, { intervals: [STEP_MS] }).toEqual(expected)
    await page.clock.runFor(SETTLED_MS)
    // Count the requests sent so far.
    await roundTrip(page)
    expect(reads).toEqual(expected)
    expect(await page.evaluate(() => window.stream?.count)).toBe(streams)
  }
  return { reset, expectReads }
}

async function untilListed(page: Page): Promise<void> {
  const files = page.getByRole('region', { name: 'Tracked files' })
  await expect(files).toBeVisible()
  await expect(files.locator('[aria-busy=true]')).toHaveCount(0)
}

/** Address, heading, reads that depend on files, other reads. */
const FIRST_READS: [string, string, string[], string[]?][] = [
  ['/smac_inquiry?tab=file', 'SMAC Inquiry', ['file_tracker', 'smac_inquiry/list']],
  ['/files', 'Files', ['file_tracker']],
  ['/smac_inquiry?tab=past', 'SMAC Inquiry', ['smac_inquiry/list']],
  [
    '/operational_dashboard',
    'Operational Dashboard',
    ['files', 'rows', 'inquiries', 'mapping', 'system'].map((tile) => `dashboard/${tile}`),
    ['transactions', 'points', 'terminals', 'cases', 'access'].map((tile) => `dashboard/${tile}`),
  ],
]

test('a screen fetches each list once, and again after its stream is cut', async ({ page, context }) => {
  await startSession(page, 'agent')
  const { reset, expectReads } = await watch(page, { isQuiet: true })
  await page.clock.install()
  for (const [address, name, lists, others = []] of FIRST_READS)
    await test.step(address, async () => {
      const times = (count: number) =>
        Object.fromEntries([...lists.map((list) => [list, count]), ...others.map((other) => [other, 1])])
      await page.goto('about:blank')
      reset()
      await page.goto(address)
      await expect(title(page, name)).toBeVisible()
      await expectReads(1, times(1))
      await page.evaluate(() => window.stream?.cut())
      await expectReads(2, times(2))
    })
  await test.step('a second tab opens no stream and fetches each list once', async () => {
    const other = await context.newPage()
    const second = await watch(other, { isQuiet: true })
    await other.goto('/smac_inquiry?tab=file')
    await untilListed(other)
    await second.expectReads(0, { file_tracker: 1, 'smac_inquiry/list': 1 })
  })
})

test('a change between the fetch of a list and the opening of the stream is shown', async ({
  page,
  browser,
}) => {
  const upload = asUpload(aFile(3), 'between')
  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await signIn(other, 'agent', '/smac_inquiry')
  await startSession(page, 'agent')
  const { expectReads } = await watch(page)
  const release = await holdResponses(page, EVENTS)
  await page.clock.install()
  await page.goto('/smac_inquiry?tab=file')
  await untilListed(page)
  // No polling in between.
  await pauseClock(page)
  await uploadFile(other, upload)
  await expect(other.getByRole('button', { name: 'Run inquiry' })).toBeVisible()
  release()
  await expectReads(1, expect.objectContaining({ file_tracker: 2 }))
  // A timer renders the data.
  await page.clock.resume()
  await expect(page.getByRole('row', { name: upload.name })).toBeVisible()
  await elsewhere.close()
})
