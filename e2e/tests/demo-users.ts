import { expect, type Page } from '@playwright/test'

export const PASSWORD = 'Backoffice#2026'

export type DemoUser =
  | 'admin'
  | 'access'
  | 'lookup'
  | 'agent'
  | 'supervisor'
  | 'auditor'
  | 'viewer'
  | 'new.hire'

export function emailOf(person: DemoUser): string {
  return `${person}@backoffice.test`
}

export async function fillSignIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

export async function signIn(page: Page, person: DemoUser): Promise<void> {
  await page.goto('/login')
  await fillSignIn(page, emailOf(person), PASSWORD)
  await expect(page.getByRole('heading', { level: 1, name: 'Operational Dashboard' })).toBeVisible()
}
