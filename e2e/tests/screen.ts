import type { Page } from '@playwright/test'

export const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
