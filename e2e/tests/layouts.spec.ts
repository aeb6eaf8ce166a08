import { SCREENS } from '@backoffice/contract/screens'
import type { Page } from '@playwright/test'
import { aFile, asUpload } from './card-files.ts'
import { signIn, startSession } from './demo-users.ts'
import { uploadFile, waitUntilInteractive } from './page-objects.ts'
import { LEFT_OUT } from './permission-matrix.ts'
import { expect, test } from './test.ts'

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(over, page.url()).toBeLessThanOrEqual(0)
}

test('every screen of the sidebar has its own title and fits 360 px', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, 'admin')
  const screens = SCREENS.flatMap((screen) => ('group' in screen ? [screen] : []))
  const sidebar = page.locator('#root > :not([inert]) aside nav')
  for (const { path, title } of screens.filter(
    ({ path }) => !LEFT_OUT.some((table) => table.path === path),
  )) {
    // The sidebar is closed at this width.
    const link = sidebar.getByRole('link', { name: title, exact: true, includeHidden: true })
    await link.evaluate((element) => element instanceof HTMLElement && element.click())
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(link).toHaveAttribute('aria-current', 'page')
    await expectNoSidewaysScroll(page)
  }
})

test('the current entry of the sidebar is in view, also in a low window', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 480 })
  await signIn(page, 'admin', '/users/users_policies')
  const sidebar = page.getByRole('navigation', { name: 'Main' })
  await expect(sidebar.getByRole('link', { name: 'Policies' })).toBeInViewport({ ratio: 1 })
  await expect(sidebar.getByRole('link', { name: 'SMAC Inquiry' })).not.toBeInViewport()
})

test('/components has the login layout, and its sections are reachable by keyboard', async ({ page }) => {
  await page.goto('/components')
  await waitUntilInteractive(page)
  // The samples mark and show items of their own.
  expect(await page.evaluate(() => scrollY)).toBe(0)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1, name: 'Components' })).toBeVisible()
  await expect(main.getByText('Authorised staff only. Activity is recorded.').last()).toBeAttached()
  await expect(page.getByRole('banner')).toHaveCount(0)
  const sections = main.getByRole('navigation', { name: 'Sections' })
  const last = page.getByRole('heading', { level: 2 }).last()
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 740 })
    await page.evaluate(() => scrollTo(0, 0))
    await expectNoSidewaysScroll(page)
    await sections.getByRole('link').last().press('Enter')
    await expect(last).toBeInViewport()
    // The list stays in view and does not cover the target.
    await expect(sections).toBeInViewport()
    const [list, heading] = [await sections.boundingBox(), await last.boundingBox()]
    if (!list || !heading) throw new Error('The list or the heading is missing.')
    expect(heading.y >= list.y + list.height || heading.x >= list.x + list.width).toBe(true)
  }
})

test('lists show all columns at 1280 px, and a long file name leaves room for its time', async ({ page }) => {
  await signIn(page, 'admin', '/smac_inquiry')
  await uploadFile(page, asUpload(aFile(1), `branch-0105-${'late-points-'.repeat(6)}`))
  expect(page.viewportSize()?.width).toBe(1280)
  const table = page.getByRole('main').getByRole('table')
  // Rows of the demo and of this test, because those of other tests can have names of any length.
  for (const path of [
    '/files?q=late-points',
    '/lookup/tenders?q=fleet',
    '/glass/branch?q=mabini',
    '/users/users_policies?q=administration',
    '/audit?q=late',
  ]) {
    await page.goto(path)
    await expect(table.locator('tr[data-id]').first()).toBeVisible()
    const hidden = await table.evaluate((element) => {
      let list: Element = element
      while (getComputedStyle(list).overflowX !== 'auto' && list.parentElement) list = list.parentElement
      return list.scrollWidth - list.clientWidth
    })
    expect(hidden, path).toBeLessThanOrEqual(0)
  }
})

test('the footer of a form keeps its height while it saves', async ({ page }) => {
  await startSession(page, 'glass')
  await page.goto('/glass/branch?q=mabini')
  await page.getByRole('main').getByRole('table').locator('tr[data-id]').getByRole('link').first().click()
  const form = page.getByRole('form')
  const footer = form.locator('footer')
  await form.getByLabel('Branch name').fill('Mabini, renamed')
  await expect(footer.getByText('Unsaved changes')).toBeVisible()
  const before = await footer.boundingBox()
  const release = Promise.withResolvers<void>()
  await page.route('**/glass/branch/update', async (route) => {
    await release.promise
    await route.abort()
  })
  const save = footer.getByRole('button', { name: 'Save', exact: true })
  await save.click()
  await expect(save).toHaveAttribute('aria-disabled', 'true')
  expect(await footer.boundingBox()).toEqual(before)
  release.resolve()
})
