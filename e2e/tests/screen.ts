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
