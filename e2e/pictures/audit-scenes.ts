import type { Page } from '@playwright/test'
import { breakReplies, holdReplies } from './replies.ts'
import type { Scene } from './scene.ts'

const PATH = '/audit'
const LIST = '**/api/user/audit/list'

const toggles = (page: Page) => page.getByRole('table', { name: 'Audit' }).locator('[data-toggle]')
const open = (words: RegExp) => async (page: Page) => {
  await page.getByRole('button', { name: words }).and(toggles(page)).first().click()
  await page.getByRole('button', { name: 'Its whole history' }).waitFor()
}

/** The trail of what the pictures before have done. */
export function auditScenes(): Scene[] {
  const shown = (name: string, more: Partial<Scene> = {}): Scene => ({
    name,
    who: 'admin',
    path: PATH,
    windowOnly: true,
    ...more,
  })
  return [
    shown('audit', { after: open(/Changed tender/) }),
    shown('audit-refused', {
      path: `${PATH}?f.outcome=refused~stale`,
      after: (page) => toggles(page).first().waitFor(),
    }),
    shown('audit-filtered', { path: `${PATH}?f.actor=System&f.resource=file`, who: 'auditor' }),
    shown('audit-loading', { before: (page) => holdReplies(page, LIST) }),
    shown('audit-failed', { before: (page) => breakReplies(page, LIST) }),
    shown('audit-no-match', { path: `${PATH}?q=zzzz` }),
  ]
}
