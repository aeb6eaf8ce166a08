import { SCREENS } from '@backoffice/contract/screens'
import type { Page } from '@playwright/test'
import { signIn } from './demo-users.ts'
import { expect, test } from './test.ts'

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(over, page.url()).toBeLessThanOrEqual(0)
}

test('every screen of the sidebar has its own title and fits 360 px', async ({ page }) => {
  await signIn(page, 'admin')
  const screens = SCREENS.flatMap((screen) => ('group' in screen ? [screen] : []))
  for (const { path, title } of screens) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: title }).click()
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByRole('link', { name: title, exact: true }).first()).toHaveAttribute(
      'aria-current',
      'page',
    )
    await page.setViewportSize({ width: 360, height: 740 })
    await expectNoSidewaysScroll(page)
  }
})

test('the first Tab focuses the skip link, which leads to the content', async ({ page }) => {
  await signIn(page, 'agent')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

for (const width of [1280, 360])
  test(`/components has the login layout, and its sections are reachable by keyboard, at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 740 })
    await page.goto('/components')
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { level: 1, name: 'Components' })).toBeVisible()
    await expect(main.getByText('Authorised staff only. Activity is recorded.').last()).toBeAttached()
    await expect(page.getByRole('banner')).toHaveCount(0)
    await expectNoSidewaysScroll(page)
    const sections = main.getByRole('navigation', { name: 'Sections' })
    await sections.getByRole('link').last().press('Enter')
    const last = page.getByRole('heading', { level: 2 }).last()
    await expect(last).toBeInViewport()
    // The list stays in view and does not cover the target.
    await expect(sections).toBeInViewport()
    const [list, heading] = [await sections.boundingBox(), await last.boundingBox()]
    if (!list || !heading) throw new Error('The list or the heading is missing.')
    expect(heading.y >= list.y + list.height || heading.x >= list.x + list.width).toBe(true)
  })
