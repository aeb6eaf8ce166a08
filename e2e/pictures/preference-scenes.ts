import type { Preferences } from '@backoffice/contract/endpoints/preferences'
import type { Page } from '@playwright/test'
import { breakReplies } from './replies.ts'
import type { Scene } from './scene.ts'

const PREFERENCES = '**/api/user/preferences'
const CHOSEN: Preferences = {
  version: 1,
  theme: 'system',
  page_size: 10,
  columns: { files: ['file_name', 'state', 'progress', 'created_at'].map((id) => ({ id })) },
}

/** Preferences that are stubbed: the account keeps its own. */
export function preferenceScenes(): Scene[] {
  const inquiry = { who: 'agent', path: '/smac_inquiry', windowOnly: true } as const
  const account = { who: 'agent', path: '/account', part: card } as const
  return [
    { name: 'columns-open', ...inquiry, only: 'wide', after: openColumns },
    { name: 'columns-hidden', ...inquiry, only: 'wide', before: choose, after: openColumns },
    { name: 'preferences', ...account, before: choose, after: choosable },
    { name: 'preferences-not-saved', ...account, after: failToSave },
  ]
}

const card = (page: Page) => page.getByRole('region', { name: 'Preferences' })
const choosable = (page: Page) => card(page).getByLabel('Rows per page').waitFor()

async function choose(page: Page): Promise<void> {
  await page.route(PREFERENCES, (route) => route.fulfill({ json: { resource: CHOSEN } }))
}

async function openColumns(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Columns .*of tracked files$/ }).click()
  await page
    .getByRole('dialog', { name: 'Columns of tracked files' })
    .getByRole('checkbox', { name: 'State' })
    .waitFor()
}

async function failToSave(page: Page): Promise<void> {
  await choosable(page)
  await breakReplies(page, PREFERENCES)
  await card(page).getByLabel('Rows per page').selectOption('50')
  await card(page).getByRole('button', { name: 'Try again' }).waitFor()
}
