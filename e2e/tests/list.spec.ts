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
const cells = (page: Page, at: number) => rows(page).locator(`td:nth-child(${at + 2})`)
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

test('filters show as chips and in the address; back and forward step through them', async ({ page }) => {
  await open(page, 'lookup')
  await press(page, 'Filter')
  await panel(page, 'Filters of Tenders').getByRole('button', { name: 'Source', exact: true }).click()
  await page.getByRole('checkbox', { name: 'FUEL', exact: true }).check()
  await press(page, 'Apply')
  await expect(page).toHaveURL(`${TENDERS}?f.source_system=FUEL`)
  await expect(page.getByRole('button', { name: 'Source is FUEL', exact: true })).toBeVisible()
  await untilListed(page)
  await expect.poll(async () => new Set(await cells(page, 0).allTextContents())).toEqual(new Set(['FUEL']))

  await press(page, 'Filter')
  await panel(page, 'Filters of Tenders').getByRole('button', { name: 'Name', exact: true }).click()
  await page.getByLabel('Text').fill('no such name')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${TENDERS}?f.source_system=FUEL&f.tender_name=*no%20such%20name`)
  await expect(page.getByText('No tender matches')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(`${TENDERS}?f.source_system=FUEL`)
  await expect(page.getByText('No tender matches')).toBeHidden()
  await page.goForward()
  await expect(page.getByText('No tender matches')).toBeVisible()
  await press(page, 'Clear')
  await expect(page).toHaveURL(TENDERS)

  await page.goto(
    `${TENDERS}?f.source_system=FUEL~constructor&f.nothing=1&sort=-nothing&page=x&q=9990000000000011`,
  )
  await untilListed(page)
  expect(page.url()).not.toContain('9990')
  await expect(page.getByRole('button', { name: 'Source is FUEL', exact: true })).toBeVisible()
})

test('a press on a heading sorts; Shift adds up to three numbered sorts', async ({ page }) => {
  await open(page, 'lookup')
  const sort = (name: string, modifiers: 'Shift'[] = []) =>
    table(page).getByRole('button', { name, exact: false }).first().click({ modifiers })
  await sort('Name')
  await expect(page).toHaveURL(`${TENDERS}?sort=tender_name`)
  await expect(head(page, 'Name')).toHaveAttribute('aria-sort', 'ascending')
  await sort('Method', ['Shift'])
  await sort('Method', ['Shift'])
  await sort('Company', ['Shift'])
  await expect(page).toHaveURL(`${TENDERS}?sort=tender_name,-payment_method_code,company_code`)
  await expect(head(page, 'Method')).toHaveAttribute('aria-sort', 'descending')
  await expect(head(page, 'Company')).toContainText('3')
  await untilListed(page)
  const names = await cells(page, 2).allTextContents()
  expect(names.length).toBeGreaterThan(5)
  await sort('Name')
  await expect(page).toHaveURL(`${TENDERS}?sort=-tender_name`)
  await sort('Name')
  await expect(page).toHaveURL(TENDERS)
})

test('hidden, moved and resized columns are saved for the user in every browser', async ({
  page,
  browser,
}) => {
  await open(page, 'lookup')
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

test('saves, changes and shares a view and makes it the default', async ({ page, browser }) => {
  await open(page, 'lookup', '?f.source_system=POS&sort=tender_name')
  const views = (each: Page) => each.getByRole('button', { name: /^(View )?(All tenders|Month-end)/ })
  await views(page).click()
  await page.getByRole('button', { name: 'Save as a new view…' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Month-end')
  await page.getByLabel('My role').check()
  await press(page, 'Save')
  await expect(page).toHaveURL(/view=[0-9a-f-]{36}/)
  await page.keyboard.press('Escape')
  await expect(views(page)).toHaveText(/Month-end/)

  await page.getByRole('button', { name: /^Remove the filter Source/ }).click()
  await expect(views(page)).toContainText('changed')
  await views(page).click()
  await press(page, 'Discard changes')
  await expect(page).toHaveURL(/f\.source_system=POS/)

  await views(page).click()
  await press(page, 'Use Month-end as default view')
  await expect(page.getByRole('button', { name: 'Use Month-end as default view' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await page.goto(TENDERS)
  await expect(page).toHaveURL(/f\.source_system=POS/)
  await views(page).click()
  await press(page, 'All tenders')
  await page.reload()
  await untilListed(page)
  await expect(page).toHaveURL(`${TENDERS}?view=all`)

  await views(page).click()
  await press(page, 'Edit Month-end')
  await page.getByLabel('Everyone').check()
  await press(page, 'Save')
  const other = await elsewhere(browser, 'admin')
  await views(other).click()
  await other
    .getByRole('region', { name: 'Everyone’s' })
    .getByRole('button', { name: /^Month-end/ })
    .click()
  await expect(other).toHaveURL(/f\.source_system=POS&sort=tender_name|sort=tender_name&f\.source_system=POS/)
  await expect(other.getByRole('button', { name: 'Edit Month-end' })).toHaveCount(0)
  await other.context().close()
  await reset(page)
})

test('rows stay selected across pages, and can be selected and opened by keyboard', async ({ page }) => {
  await open(page, 'lookup', '?size=10')
  await rows(page).nth(1).getByRole('checkbox').check()
  await press(page, 'Next page')
  await expect(page).toHaveURL(/page=2/)
  await untilListed(page)
  await rows(page).first().getByRole('checkbox').check()
  await expect(page.getByText('2 selected')).toBeVisible()
  await press(page, 'Previous page')
  await untilListed(page)
  await expect(rows(page).nth(1).getByRole('checkbox')).toBeChecked()
  await press(page, 'Clear')
  await expect(page.getByText('selected')).toHaveCount(0)

  await rows(page).first().getByRole('link').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('j')
  await expect(rows(page).nth(2).getByRole('link')).toBeFocused()
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(page.getByText('3 selected')).toBeVisible()
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/lookup\/tenders\/[0-9a-f-]{36}/)
  await expect(table(page).locator('tr[aria-current]')).toHaveCount(1)
})

test('the list is accessible, and does not overflow at 360 px', async ({ page }) => {
  await open(page, 'lookup', '?f.source_system=FUEL')
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
})

test('the search keeps text typed before its first effect', async ({ page }) => {
  await startSession(page, 'agent')
  await page.goto('/smac_inquiry')
  await expect(title(page, 'SMAC Inquiry')).toBeVisible()
  // In the task that adds the field, before React runs effects.
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
