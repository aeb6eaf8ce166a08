import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Scene } from './scene.ts'

const FOLDER = join(import.meta.dirname, '../../apps/web/src/screens/components/sections')

/** Each section of /components, and each overlay that opens there. */
export function blockScenes(): Scene[] {
  const blocks = (name: string, more: Partial<Scene> = {}): Scene => ({
    name: `components-${name}`,
    who: null,
    path: '/components',
    ...more,
  })
  const ids = readdirSync(FOLDER)
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => file.replace(/^\d+-|\.tsx$/g, ''))
  const section = (page: Page, id: string) => page.locator(`section[aria-labelledby="${id}"]`)
  const press = (name: string) => async (page: Page) => {
    await alive(page)
    await page.getByRole('button', { name, exact: true }).click()
  }
  const open =
    (label: string, query = '') =>
    async (page: Page) => {
      await alive(page)
      const select = section(page, 'select').getByRole('combobox', { name: label, exact: true })
      await select.focus()
      if (query) await page.keyboard.type(query)
      await page.evaluate(() => scrollBy(0, 200))
    }
  return [
    blocks('top', { after: alive, windowOnly: true }),
    ...ids.map((id) => blocks(id, { after: alive, part: (page) => section(page, id) })),
    blocks('code', {
      after: async (page) => {
        const figure = section(page, 'select').locator('figure').first()
        await figure.getByText('Code', { exact: true }).click()
        await figure.scrollIntoViewIfNeeded()
      },
      windowOnly: true,
    }),
    blocks('select-open', { after: open('Company'), windowOnly: true }),
    blocks('select-multiple-open', { after: open('Companies'), windowOnly: true }),
    blocks('select-groups-open', { after: open('Cities'), windowOnly: true }),
    blocks('select-tags-open', { after: open('Labels', 'returns'), windowOnly: true }),
    blocks('select-maximum-open', { after: open('Two companies'), windowOnly: true }),
    blocks('select-nothing-found', { after: open('Company', 'zzz'), windowOnly: true }),
    blocks('select-empty-open', { after: open('Empty list'), windowOnly: true }),
    blocks('select-failed', {
      after: async (page) => {
        await open('Branch, from the server', 'error')(page)
        await page.waitForTimeout(600)
      },
      windowOnly: true,
    }),
    blocks('dialog', { after: press('Choose columns'), windowOnly: true }),
    blocks('alert-dialog', { after: press('Delete tender'), windowOnly: true }),
    blocks('side-panel', { after: press('Show details'), windowOnly: true }),
    blocks('popover', { after: press('About this list'), windowOnly: true }),
    blocks('menu', { after: press('Actions of tender 0412'), windowOnly: true }),
    blocks('shortcuts-dialog', { after: press('Shortcuts'), windowOnly: true }),
    blocks('panel-broken', { after: press('Break this panel'), windowOnly: true }),
  ]
}

/** The page is there before its scripts are. */
async function alive(page: Page): Promise<void> {
  await page
    .getByText(/fields are (not )?valid/)
    .first()
    .waitFor()
}
