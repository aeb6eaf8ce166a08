import { expect, type Page } from '@playwright/test'

export const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Another tab of the same browser, with a screen that stands. */
export async function openBeside(page: Page, path: string, name: string): Promise<Page> {
  const other = await page.context().newPage()
  await other.goto(path)
  await expect(title(other, name)).toBeVisible()
  return other
}

/** Keeps the replies to what is asked for from the page until the returned function is called. */
export async function holdBack(page: Page, what: string | RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(what, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}
