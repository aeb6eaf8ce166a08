import type { Page } from '@playwright/test'
import type { Files } from './arrange.ts'
import type { Scene } from './scene.ts'

const DASHBOARD = '/operational_dashboard'
/** What is kept where a session was restored without the time of its last use. */
const UNKNOWN = -1

/** A screen or form whose session has ended or is locked. */
export function sessionScenes(files: Files): Scene[] {
  const locked = { who: 'agent', path: DASHBOARD, before: leftAt(0), windowOnly: true } as const
  return [
    { name: 'screen-locked', ...locked },
    { name: 'screen-locked-refused', ...locked, after: mistype },
    { name: 'screen-locked-unknown', ...locked, before: leftAt(UNKNOWN) },
    { name: 'sign-in-again', who: 'agent', path: files.awaiting, after: interrupt, windowOnly: true },
  ]
}

/** As the page kept it: when it was last used. */
const leftAt = (ms: number) => (page: Page) =>
  page.addInitScript((activeAtMs) => {
    const kept = localStorage.getItem('auth')
    if (kept !== null) localStorage.setItem('auth', JSON.stringify({ ...JSON.parse(kept), activeAtMs }))
  }, ms)

async function mistype(page: Page): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill('Wrong#password1')
  await page.getByRole('button', { name: 'Unlock' }).click()
  await page.getByRole('alert').waitFor()
}

async function interrupt(page: Page): Promise<void> {
  const detail = 'Access Token has been revoked'
  await page.route('**/smac_inquiry', (route) =>
    route.fulfill({ status: 401, json: { code: 'session_revoked', detail } }),
  )
  await page.getByLabel('Purpose').selectOption({ label: 'Reconciliation' })
  await page.getByLabel('Ticket number').fill('OPS-20500')
  await page.getByLabel('Date from').fill('2026-01-01')
  await page.getByLabel('Date to').fill('2026-01-31')
  await page.getByLabel(/^Valid rows only/).check()
  await page.getByRole('button', { name: 'Run inquiry' }).click()
  await page.getByRole('dialog', { name: 'Sign in again' }).getByLabel('Password', { exact: true }).waitFor()
}
