import type { Browser, Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { type DemoUser, startSession } from './demo-users.ts'
import { press, title } from './page-objects.ts'
import { readSession } from './session-storage.ts'
import { expect, test } from './test.ts'

const TENDERS = '/lookup/tenders'

const table = (page: Page) => page.getByRole('table', { name: 'Tenders' })
const rows = (page: Page) => table(page).locator('tbody').getByRole('row')
const heads = (page: Page) => table(page).getByRole('columnheader')
const head = (page: Page, name: string) => heads(page).filter({ has: page.getByRole('button', { name }) })
const panel = (page: Page, name: string) => page.getByRole('dialog', { name })

async function untilListed(page: Page): Promise<void> {
  await expect(title(page, 'Tenders')).toBeVisible()
  await expect(rows(page).first()).toHaveAttribute('data-id')
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

async function open(page: Page, user: DemoUser, search = ''): Promise<void> {
  await startSession(page, user)
  await page.goto(TENDERS + search)
  await untilListed(page)
}

async function elsewhere(browser: Browser, user: DemoUser, search = ''): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await open(page, user, search)
  return page
}

async function authorized(page: Page) {
  return { authorization: `Bearer ${(await readSession(page)).auth.token}` }
}

async function reset(page: Page): Promise<void> {
  const headers = await authorized(page)
  const { resource } = await (await page.request.get('/api/user/preferences', { headers })).json()
  const data = { version: resource.version, columns: {} }
  await page.request.patch('/api/user/preferences', { headers, data })
  const views = await (await page.request.get('/api/user/views?list=tenders', { headers })).json()
  await page.request.post('/api/user/views/default', { headers, data: { list: 'tenders', id: null } })
  for (const { id, version, is_mine } of views.resource.items)
    if (is_mine)
      await page.request.delete(`/api/user/views/${id}`, {
        headers: { ...headers, 'if-match': `"${version}"` },
      })
}

async function fitsAndIsAccessible(page: Page): Promise<void> {
  const size = page.viewportSize()
  await rows(page).first().getByRole('checkbox').check()
  await expectAccessible(page)
  await press(page, 'Filter')
  await expect(panel(page, 'Filters of Tenders').getByRole('button').first()).toBeFocused()
  await expectAccessible(page, '[role=dialog]:popover-open')
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(page.getByRole('button', { name: /^Sorted by source/ })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await expectAccessible(page)
  if (size) await page.setViewportSize(size)
  await rows(page).first().getByRole('checkbox').uncheck()
}

test('hidden, moved and resized columns are saved for the user in every browser', async ({
  page,
  browser,
}) => {
  await open(page, 'lookup', '?f.source_system=FUEL')
  await test.step('the list is accessible, and does not overflow at 360 px', () => fitsAndIsAccessible(page))
  await press(page, 'Columns of tenders')
  const columns = panel(page, 'Columns of tenders')
  await columns.getByRole('checkbox', { name: 'Method' }).uncheck()
  await columns.getByRole('checkbox', { name: 'Card scheme' }).check()
  await columns.getByRole('button', { name: 'Move Company up' }).click()
  await page.keyboard.press('Escape')
  const expected = [
    'Source',
    'Tender ID',
    'Name',
    'Company',
    'BIN range',
    'State',
    'From',
    'To',
    'Card scheme',
  ]
  const shown = async (each: Page) =>
    (await heads(each).allTextContents())
      .map((text) => text.replace(/\d$/, ''))
      .filter((text) => text && text !== 'Actions')
  await expect.poll(() => shown(page)).toEqual(expected)
  const name = head(page, 'Name')
  // The presses may be saved in several calls; the last one has the final width.
  let saved = ''
  page.on('response', (response) => {
    const request = response.request()
    if (request.method() === 'PATCH' && response.url().endsWith('/preferences'))
      saved = request.postData() ?? ''
  })
  await name.getByRole('button').focus()
  for (let press = 0; press < 4; press += 1) await page.keyboard.press('Alt+ArrowRight')
  const width = (await name.boundingBox())?.width ?? 0
  await expect.poll(() => saved).toContain(`"width":${Math.round(width)}`)
  await page.reload()
  await untilListed(page)
  expect(await shown(page)).toEqual(expected)
  expect(Math.abs(((await name.boundingBox())?.width ?? 0) - width)).toBeLessThan(2)

  const other = await elsewhere(browser, 'lookup')
  await expect.poll(() => shown(other)).toEqual(expected)
  await press(other, 'Columns of tenders')
  await panel(other, 'Columns of tenders').getByRole('button', { name: 'Reset' }).click()
  await expect.poll(() => shown(other)).toContain('Method')
  await reset(other)
  await other.context().close()
})

test('the search keeps text typed before its first effect', async ({ page }) => {
  await startSession(page, 'agent')
  await page.goto('/smac_inquiry')
  await expect(title(page, 'SMAC Inquiry')).toBeVisible()
  // Types in the task that adds the field, before React runs effects.
  await page.evaluate(() => {
    new MutationObserver((_, observer) => {
      const field = document.querySelector<HTMLInputElement>('main input[type=search]')
      if (!field) return
      observer.disconnect()
      field.focus()
      document.execCommand('insertText', false, 'wal')
    }).observe(document.body, { childList: true, subtree: true })
  })
  await page.getByRole('link', { name: 'From a file' }).click()
  await expect(page).toHaveURL(/q=wal/)
  await expect(page.getByRole('searchbox')).toHaveValue('wal')
})
