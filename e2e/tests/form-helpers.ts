import { expect, type Locator, type Page } from '@playwright/test'

export const STAFF = 'New member of staff'

/** Opens an empty form of /components, or resets it if the page is already open. */
export async function openForm(page: Page, name: string): Promise<Locator> {
  const form = page.getByRole('form', { name })
  if (page.url().endsWith('/components')) await form.getByRole('button', { name: 'Start over' }).click()
  else await page.goto('/components')
  await expect(form.getByText(/fields are (not )?valid/)).toBeVisible()
  return form
}

export async function fillStaff(form: Locator): Promise<void> {
  await form.getByLabel('Given name').fill(' Maria ')
  await form.getByLabel('Work email').fill('maria@northline.test')
  await form.getByLabel('First password').fill('Brand-new#2026')
  await form.getByLabel('Repeat it').fill('Brand-new#2026')
  await form.getByLabel('Branch').selectOption('0012')
  await form.getByLabel('Point of sale').check()
  await form.getByLabel('Read the house rules').check()
}
