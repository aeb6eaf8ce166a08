import type { Page } from '@playwright/test'
import type { Tenders } from './arrange-tenders.ts'
import { breakReplies, holdReplies } from './replies.ts'
import type { Scene } from './scene.ts'

const PATH = '/audit'
const LIST = '**/api/user/audit/list'

const toggles = (page: Page) => page.getByRole('table', { name: 'Events' }).locator('[data-toggle]')
const open = (words: RegExp) => async (page: Page) => {
  await page.getByRole('button', { name: words }).and(toggles(page)).first().click()
  await page.getByRole('button', { name: 'Its whole history' }).waitFor()
}

/** The trail of what has been done for the pictures. */
export function auditScenes({ free, save }: Tenders): Scene[] {
  const shown = (name: string, more: Partial<Scene> = {}): Scene => ({
    name,
    who: 'admin',
    path: PATH,
    windowOnly: true,
    ...more,
  })
  return [
    shown('audit', { before: () => change(), after: open(/Changed tender/), tidy: restore }),
    shown('audit-refused', { before: refuse, after: (page) => toggles(page).first().waitFor() }),
    shown('audit-filtered', { path: `${PATH}?f.actor=System&f.resource=file`, who: 'auditor' }),
    shown('audit-loading', { before: (page) => holdReplies(page, LIST) }),
    shown('audit-failed', { before: (page) => breakReplies(page, LIST) }),
    shown('audit-no-match', { path: `${PATH}?q=zzzz` }),
  ]

  async function change() {
    await save(free.id, {
      effective_to: '2027-06-30',
      tender_name: 'Corporate fuel card',
      card_scheme: 'Bituin',
    })
  }

  async function restore() {
    const { effective_to, tender_name, card_scheme } = free
    await save(free.id, { effective_to, tender_name, card_scheme } as typeof free)
  }
}

/** Some of the events as if they had been refused. */
async function refuse(page: Page): Promise<void> {
  await page.route(LIST, async (route) => {
    const response = await route.fetch()
    const json = await response.json()
    const { items } = json.resource
    Object.assign(items[1], { outcome: 'refused', reason: 'access_denied', changes: {}, count: 3 })
    Object.assign(items[3], { outcome: 'stale', reason: 'version_conflict', changes: {} })
    await route.fulfill({ response, json })
  })
}
